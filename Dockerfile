# One image with the console and its embedded backend. Every RUN command also works without Docker.
# To pin the base image, put its digest here and after the tag of both FROM lines (node:24-bookworm-slim@sha256:…):
# docker buildx imagetools inspect node:24-bookworm-slim --format '{{.Manifest.Digest}}'
FROM node:24-bookworm-slim AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci --no-audit --no-fund
COPY . .
RUN node scripts/build.ts
RUN node scripts/licences.ts > licences.txt
RUN mkdir data

FROM node:24-bookworm-slim
WORKDIR /app
COPY --from=build /app/package.json /app/licences.txt ./
COPY --from=build /app/dist ./dist
COPY --from=build --chown=node:node /app/data /data
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/data
# The user `node`, by number: Kubernetes cannot conclude from a name that it is not root.
USER 1000
VOLUME /data
EXPOSE 3000
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=30s --timeout=5s --start-period=300s CMD ["node", "dist/server/healthcheck.js"]
# The flags of `nodeFlags` in package.json, as for npm start.
CMD ["node", "--max-semi-space-size=24", "--heap-growing-percent=75", "dist/server/main.js"]
