# One image with everything: the console and its embedded backend. Each RUN is a command that also runs without Docker.
FROM node:24-bookworm-slim AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci --no-audit --no-fund
COPY . .
RUN node scripts/build.ts
RUN node scripts/image/assemble.ts image

FROM node:24-bookworm-slim
WORKDIR /app
COPY --from=build /app/image/app ./
COPY --from=build --chown=node:node /app/image/data /data
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/data
# The user `node`, by number: Kubernetes takes no name for proof that it is not root.
USER 1000
VOLUME /data
EXPOSE 3000
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=30s --timeout=5s --start-period=30s CMD ["node", "dist/server/healthcheck.js"]
# As npm start does (`nodeFlags` of package.json).
CMD ["node", "--max-semi-space-size=24", "--heap-growing-percent=75", "dist/server/main.js"]
