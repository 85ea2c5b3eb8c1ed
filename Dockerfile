# The image of Junctor (docs/self-hosting.md#containers): `docker build --tag junctor .`
# An .npmrc, where packages come from a registry of one's own: `--secret id=npmrc,src=$HOME/.npmrc`.

FROM docker.io/library/node:24-bookworm-slim AS build
WORKDIR /opt/junctor
COPY package.json package-lock.json ./
COPY connectors/package.json connectors/
COPY sdk/package.json sdk/
COPY server/package.json server/
COPY web/package.json web/
RUN --mount=type=secret,id=npmrc,target=/root/.npmrc \
    npm ci --omit=dev --ignore-scripts --no-audit --no-fund --loglevel=error
COPY . .
RUN node scripts/build-web.mjs
# Now only what the server needs; Node itself is the one that package-lock.json names, without its headers.
RUN --mount=type=secret,id=npmrc,target=/root/.npmrc \
    rm -rf node_modules && npm ci --omit=dev --ignore-scripts --no-audit --no-fund --loglevel=error \
      --workspace=server --workspace=connectors --include-workspace-root \
    # npm keeps the bundler, which a tool of the root and a workspace that is left out have in common.
    && rm -rf node_modules/vite node_modules/rolldown node_modules/@rolldown node_modules/lightningcss* \
    # Of all workspaces: the dashboard's packages are within web/dist.
    && npm sbom --package-lock-only --sbom-format=cyclonedx | node scripts/drop-development.mjs > sbom.cdx.json \
    && find node_modules/node-linux-*/ -mindepth 1 -maxdepth 1 ! -name bin ! -name LICENSE ! -name package.json \
      -exec rm -r {} + \
    && mkdir /data

FROM docker.io/library/debian:bookworm-slim
LABEL org.opencontainers.image.title="Junctor" org.opencontainers.image.licenses="MIT"
WORKDIR /opt/junctor
COPY --from=build /opt/junctor/LICENSE /opt/junctor/package.json /opt/junctor/openapi.json /opt/junctor/sbom.cdx.json ./
COPY --from=build /opt/junctor/node_modules node_modules
COPY --from=build /opt/junctor/connectors connectors
COPY --from=build /opt/junctor/directory directory
COPY --from=build /opt/junctor/docs docs
COPY --from=build /opt/junctor/server server
COPY --from=build /opt/junctor/sdk/src sdk/src
COPY --from=build /opt/junctor/web/dist web/dist
COPY --from=build --chown=10001:10001 /data /data
# Everything else may be read-only. `/data` is used without DATABASE_URL, and by files kept in a folder.
ENV PATH=/opt/junctor/node_modules/.bin:/usr/bin:/bin NODE_ENV=production HOST=0.0.0.0 PORT=3000 \
    JUNCTOR_METRICS_PORT=9464 JUNCTOR_DATA_DIR=/data
USER 10001:10001
VOLUME /data
EXPOSE 3000 9464
STOPSIGNAL SIGTERM
# On the port of the metrics, where `work` answers too.
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s CMD ["node", "-e", \
  "fetch(`http://127.0.0.1:${process.env.JUNCTOR_METRICS_PORT}/health/ready`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["node", "--max-semi-space-size=16", "/opt/junctor/server/junctor.mjs"]
CMD ["all"]
