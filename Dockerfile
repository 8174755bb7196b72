FROM --platform=$BUILDPLATFORM node:24-bookworm-slim@sha256:6f7b03f7c2c8e2e784dcf9295400527b9b1270fd37b7e9a7285cf83b6951452d AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci
COPY nest-cli.json tsconfig.json tsconfig.build.json ./
COPY src src
COPY dev dev
COPY tools tools
COPY explorer explorer
COPY skills skills
COPY clients/typescript/src clients/typescript/src
COPY clients/typescript/tsconfig.json clients/typescript/tsconfig.json
COPY clients/typescript/tsconfig.build.json clients/typescript/tsconfig.build.json
COPY elastic/analysis.json elastic/analysis.json
COPY elastic/function-words.json elastic/function-words.json
COPY elastic/word-forms.json elastic/word-forms.json
RUN npm run build && npm run build:seed && npm run build:client && npm run sbom
# Without typescript, which is optional for Swagger, and without what only editors and debuggers read.
RUN npm ci --omit=dev --omit=optional && find node_modules dist -regex '.*\.\(map\|[cm]?ts\)' -delete

FROM node:24-bookworm-slim@sha256:6f7b03f7c2c8e2e784dcf9295400527b9b1270fd37b7e9a7285cf83b6951452d
ENV NODE_ENV=production MALLOC_MMAP_THRESHOLD_=65536
WORKDIR /app
COPY --from=build /app/node_modules node_modules
COPY --from=build /app/dist dist
COPY package.json ./
COPY CHANGELOG.md ./
COPY elastic/analysis.json elastic/analysis.json
COPY elastic/function-words.json elastic/function-words.json
COPY elastic/word-forms.json elastic/word-forms.json
COPY elastic/shared-fields.json elastic/shared-fields.json
COPY skills skills
COPY elastic/indices elastic/indices
USER node
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT ?? 3000}/health/live`).then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "--max-old-space-size=512", "--min-semi-space-size=16", "--max-semi-space-size=16", "dist/main.js"]
