FROM python:3.13-slim AS build
COPY requirements.txt .
RUN python -m venv /venv \
 && /venv/bin/pip install --no-cache-dir --disable-pip-version-check -r requirements.txt \
 && /venv/bin/pip uninstall --yes --quiet pip

FROM python:3.13-slim
RUN useradd --uid 10001 --no-create-home --shell /usr/sbin/nologin bot \
 && install -d -o bot -g bot /data
COPY --from=build /venv /venv
WORKDIR /app
COPY . .
RUN /venv/bin/python -m compileall -q /app
ENV PATH=/venv/bin:$PATH \
    PYTHONUNBUFFERED=1 \
    PYTHONDONTWRITEBYTECODE=1 \
    DATABASE_URL=sqlite:////data/bridge-table.db \
    HEALTH_FILE=/tmp/bridge-table-alive \
    MPLCONFIGDIR=/tmp/matplotlib
USER bot
VOLUME /data
HEALTHCHECK --interval=30s --timeout=10s --start-period=60s --retries=3 \
    CMD ["python", "-m", "bot", "health"]
ENTRYPOINT ["python", "-m", "bot"]
CMD ["run"]
