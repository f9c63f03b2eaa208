"""Discord's markdown as the page shows it."""
# ruff: noqa: E501 - a table of markup reads best one case a line

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest_asyncio
from playwright.async_api import Page

from playground import Playground
from playground.web import mount
from tests.browser import IN_A_BROWSER, Visit

pytestmark = IN_A_BROWSER

RENDER = """
async (text) => {
  const { markdown } = await import('/static/markdown.js');
  const { Clock } = await import('/static/times.js');
  const clock = new Clock();
  clock.set(1_700_000_000_000);
  const user = { id: '7', display_name: 'Ada' };
  const room = {
    me: user, members: new Map([['7', user]]), roles: new Map([['3', { name: 'dealers' }]]),
    channels: [{ id: '5', name: 'lounge' }], emojis: new Map([['9', { url: '/static/icon.svg' }]]), clock,
  };
  const box = document.createElement('div');
  box.append(markdown(text, room));
  for (const each of box.querySelectorAll('*')) {
    for (const { name } of [...each.attributes]) {
      if (!['href', 'src', 'alt', 'aria-level', 'start', 'data-jump-message'].includes(name)) each.removeAttribute(name);
    }
  }
  return box.innerHTML;
}
"""

CASES = [
    ("**bold** *it* _it_ __under__ ~~gone~~", "<div><strong>bold</strong> <em>it</em> <em>it</em> <u>under</u> <s>gone</s></div>"),
    ("***both*** and **b *i* b**", "<div><em><strong>both</strong></em> and <strong>b <em>i</em> b</strong></div>"),
    ("snake_case_name 2 * 3 * 4", "<div>snake_case_name 2 * 3 * 4</div>"),
    (r"\*plain\* \_x\_ \<@7>", "<div>*plain* _x_ &lt;@7&gt;</div>"),
    ("`a **b**` ``c ` d``", "<div><code>a **b**</code> <code>c ` d</code></div>"),
    ("<b>&amp;</b>", "<div>&lt;b&gt;&amp;amp;&lt;/b&gt;</div>"),
    ("# One\ntext\n### Three", '<div aria-level="3">One</div><div>text</div><div aria-level="5">Three</div>'),
    ("#hash\n-# small", "<div>#hash</div><div>small</div>"),
    ("a\nb\n\nc", "<div>a\nb\n\nc</div>"),
    ("- a\n- b\n  - c\n- d", "<ul><li>a</li><li>b<ul><li>c</li></ul></li><li>d</li></ul>"),
    ("3. a\n4. b", '<ol start="3"><li>a</li><li>b</li></ol>'),
    ("> q **b**\n> r\ns", "<blockquote><div>q <strong>b</strong>\nr</div></blockquote><div>s</div>"),
    (">>> all\n- of it", "<blockquote><div>all</div><ul><li>of it</li></ul></blockquote>"),
    ("x\n```py\n**a**\n```\ny", "<div>x</div><pre><code>**a**</code></pre><div>y</div>"),
    ("<@7> <@!7> <@8> <@&3> <#5>", "<div><span>@Ada</span> <span>@Ada</span> <span>@unknown user</span> <span>@dealers</span> <button>#lounge</button></div>"),
    ("</game list:4> @everyone", "<div><button>/game list</button> <span>@everyone</span></div>"),
    ("<t:1700000090:R> <t:1699992800:R>", "<div><time>in 2 minutes</time> <time>2 hours ago</time></div>"),
    ("<:AS:9> <a:wave:8>", '<div><img src="/static/icon.svg" alt=":AS:"> <span>:wave:</span></div>'),
    ("[*a*](https://x.org/y_z) <https://x.org>", '<div><a href="https://x.org/y_z"><em>a</em></a> <a href="https://x.org">https://x.org</a></div>'),
    ("see https://x.org/a_b_c.", '<div>see <a href="https://x.org/a_b_c">https://x.org/a_b_c</a>.</div>'),
    ("[x](javascript:alert) [y](data:text/html,z)", "<div>[x](javascript:alert) [y](data:text/html,z)</div>"),
    (
        "https://discord.com/channels/1/2/3",
        '<div><a href="https://discord.com/channels/1/2/3" data-jump-message="3">https://discord.com/channels/1/2/3</a></div>',
    ),
    ("||hid *den*||", "<div><button><span>hid <em>den</em></span></button></div>"),
    ("** ~~ || __ * `", "<div>** ~~ || __ * `</div>"),
]  # fmt: skip


@pytest_asyncio.fixture(loop_scope="session")
async def playground() -> AsyncIterator[Playground]:
    """A playground that no bot is connected to."""
    async with await Playground.start(extend=mount) as running:
        yield running


@pytest_asyncio.fixture(loop_scope="session")
async def page(playground: Playground, visit: Visit) -> Page:
    """A page whose modules can be asked; it is closed before its playground goes."""
    return await visit(playground.url)


async def test_each_kind_of_markup(page: Page) -> None:
    wrong = [
        f"{text!r}\n  gave     {shown}\n  not      {wanted}"
        for text, wanted in CASES
        if (shown := await page.evaluate(RENDER, text)) != wanted
    ]
    assert not wrong, "\n".join(wrong)


async def test_long_and_unfinished_markup_comes_to_an_end(page: Page) -> None:
    for part in ("*", "**a", "__", "[", "||x", "> ", "`", "<@", "- \n", "~~b ", "***"):
        text = (part * 4000)[:4000]
        shown = await page.evaluate(f"async (text) => (await ({RENDER})(text)).length", text)
        assert shown > 0, part
