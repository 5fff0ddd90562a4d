# The server as a container: built in one image, run in another that has nothing else, as a user who may do nothing.
FROM rust:1-slim-trixie AS build
RUN apt-get update && apt-get install --yes --no-install-recommends gcc libc6-dev make && rm -rf /var/lib/apt/lists/*
WORKDIR /build
COPY . .
# Which commit this is, for GET /v1/system.
ARG BAIZE_COMMIT
ENV BAIZE_COMMIT=${BAIZE_COMMIT}
RUN cargo build --release --locked -p baize

FROM debian:trixie-slim
# pg_dump and pg_restore for `baize backup` and `baize restore`, of the database's own version or a later one, and the roots that
# certificates are held against. The folder of the backups is the user's, and so is a volume that is put there.
RUN apt-get update \
    && apt-get install --yes --no-install-recommends ca-certificates postgresql-client \
    && rm -rf /var/lib/apt/lists/* \
    && useradd --system --uid 10001 --home-dir /var/lib/baize --create-home --shell /usr/sbin/nologin baize \
    && install --directory --owner=baize --group=baize /var/lib/baize/backups
COPY --from=build /build/target/release/baize /usr/local/bin/baize
USER baize
WORKDIR /var/lib/baize
ENV BAIZE_LISTEN=0.0.0.0:8443 \
    BAIZE_DATA=/var/lib/baize/data \
    BAIZE_LOG_FORMAT=json
EXPOSE 8443
# Seconds to tell the clients, finish what is in hand and stop.
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=6s --start-period=60s --retries=3 CMD ["baize", "healthcheck"]
ENTRYPOINT ["baize"]
CMD ["serve"]
