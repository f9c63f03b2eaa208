FROM python:3.13-slim AS build
COPY requirements.txt .
RUN python -m venv /venv \
 && /venv/bin/pip install --no-cache-dir --disable-pip-version-check -r requirements.txt \
 && /venv/bin/pip uninstall --yes --quiet pip

FROM python:3.13-slim AS compiled
RUN apt-get update \
 && apt-get install --yes --no-install-recommends gcc libc6-dev \
 && rm -rf /var/lib/apt/lists/*
COPY requirements-compiled.txt .
RUN pip install --no-cache-dir --disable-pip-version-check -r requirements-compiled.txt
WORKDIR /app
COPY .ci/compiled .ci/compiled
COPY engine/players/_solver_compiled.pyx engine/players/
RUN PYTHON=python sh .ci/compiled

FROM python:3.13-slim
RUN useradd --uid 10001 --no-create-home --shell /usr/sbin/nologin bot \
 && install -d -o bot -g bot /data
COPY --from=build /venv /venv
WORKDIR /app
COPY . .
COPY --from=compiled /app/engine/players/*.so engine/players/
RUN /venv/bin/python -m compileall -q /app
ENV PATH=/venv/bin:$PATH \
    PYTHONUNBUFFERED=1 \
    PYTHONDONTWRITEBYTECODE=1 \
    DATABASE_URL=sqlite:////data/bridge-table.db \
    HEALTH_FILE=/tmp/bridge-table-alive \
    LOG_FORMAT=json \
    MPLCONFIGDIR=/tmp/matplotlib
USER bot
VOLUME /data
HEALTHCHECK --interval=30s --timeout=10s --start-period=60s --retries=3 \
    CMD ["python", "-m", "bot", "health"]
ENTRYPOINT ["python", "-m", "bot"]
CMD ["run"]
