FROM node:20-bookworm-slim AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci
COPY tsconfig.json tsconfig.build.json nest-cli.json ./
COPY src src
RUN npm run build && npm prune --omit=dev

FROM node:20-bookworm-slim
ENV NODE_ENV=production
WORKDIR /app
COPY --from=build /app/node_modules node_modules
COPY --from=build /app/dist dist
COPY package.json ./
COPY elastic/analysis.json elastic/analysis.json
COPY elastic/indices elastic/indices
USER node
EXPOSE 3000
CMD ["node", "--max-old-space-size=512", "--min-semi-space-size=16", "--max-semi-space-size=16", "dist/bin/serve.js"]
