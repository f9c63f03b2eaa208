INSERT INTO people (id, name, language, four_colours, pings, updated_at) VALUES
    (101, 'Ada', 'de', 1, 0, '2026-02-03 04:05:06.000007');
INSERT INTO people (id, name, language, four_colours, pings, updated_at) VALUES
    (102, 'Ben', NULL, 0, 1, '2026-02-03 04:05:06.000007');
INSERT INTO servers (id, language, pace, more, updated_at) VALUES
    (1200000000000000001, 'fr', 'slow', '{"a": [1]}', '2026-02-03 04:05:06.000007');

INSERT INTO games
    (id, kind, options, seed, commitment, rules, guild_id, channel_id,
     state, moves, computer_due, to_act, created_at, updated_at)
VALUES
    (1, 'bridgette', '{"deals": 4}', x'00ff', 'cc', 1, 1200000000000000001, 7,
     'running', 1, 0, 2, '2026-02-03 04:05:06.000007', '2026-02-03 04:05:06.000007');
INSERT INTO seats (game_id, seat, user_id, level, taken_over) VALUES
    (1, 0, 101, NULL, 0), (1, 1, 102, 'easy', 1);
INSERT INTO actions VALUES (1, 0, 1, 'discard 2C 7D', '2026-02-03 04:05:06.000007');

INSERT INTO games
    (id, kind, options, seed, commitment, rules, guild_id, channel_id,
     state, reason, moves, computer_due, to_act, created_at, updated_at, finished_at)
VALUES
    (2, 'bridgette', '{}', x'01', 'dd', 1, 1200000000000000001, 7,
     'over', 'resigned', 0, 0, 0, '2026-02-03 04:05:06.000007', '2026-02-03 04:05:06.000007',
     '2026-02-03 04:05:06.000007');
INSERT INTO results
    (game_id, seat, guild_id, kind, user_id, against_computers, won, points, place, reason, given_up,
     finished_at)
VALUES
    (2, 0, 1200000000000000001, 'bridgette', 101, 0, 1, 500, 1, 'resigned', 0,
     '2026-02-03 04:05:06.000007');

INSERT INTO invitations
    (id, kind, options, guild_id, channel_id, host_id, host_name, seats, size, state, version,
     created_at, expires_at)
VALUES
    (1, 'callbridge', '{}', 1200000000000000001, 7, 101, 'Ada',
     '[{"name": "Ada", "user_id": 101, "level": null}]', 4, 'open', 3,
     '2026-02-03 04:05:06.000007', '2026-02-03 04:05:06.000007');

UPDATE games SET hinted = 1 WHERE id = 2;
UPDATE results SET hinted = 1, sequence = 1, unrated = 'hints' WHERE game_id = 2;
UPDATE servers SET finished = 1;
UPDATE games SET pace = 'live', deadline = '2026-02-03 04:08:06.000007' WHERE id = 1;
UPDATE seats SET reserve = 300000 WHERE game_id = 1;
UPDATE people SET in_words = 1;
