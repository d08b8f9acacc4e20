# Sibyl in a container: two stages, nothing but the packed product in the second, no root, and a root folder that may be
# read-only (`--read-only --tmpfs /tmp`). See docs/operations.md.
FROM node:24.21.0-bookworm-slim AS pack
WORKDIR /build
COPY . .
RUN npm ci --no-audit --no-fund \
 && npm run pack \
 && npm install --prefix /opt/sibyl --no-audit --no-fund ./dist/sibyl-*.tgz \
 && rm -rf /opt/sibyl/node_modules/node-* /opt/sibyl/node_modules/.bin/node

FROM node:24.21.0-bookworm-slim
LABEL org.opencontainers.image.title="Sibyl" \
      org.opencontainers.image.licenses="Apache-2.0"
COPY --from=pack /opt/sibyl /opt/sibyl
RUN mkdir /data && chown node:node /data
ENV NODE_ENV=production \
    PATH=/opt/sibyl/node_modules/.bin:$PATH \
    SIBYL_DATA_DIR=/data \
    SIBYL_HOST=0.0.0.0
USER node
WORKDIR /data
VOLUME /data
EXPOSE 4747
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=30s --timeout=5s CMD ["node", "-e", "fetch('http://127.0.0.1:' + (process.env.SIBYL_PORT || 4747) + '/health/ready').then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["sibyl"]
CMD ["serve"]
