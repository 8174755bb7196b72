FROM node:24-bookworm-slim AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci
COPY tsconfig.json tsconfig.build.json nest-cli.json ./
COPY src src
COPY tools tools
COPY explorer explorer
COPY clients/typescript/src clients/typescript/src
RUN npm run build

FROM node:24-bookworm-slim
ENV NODE_ENV=production
WORKDIR /app
COPY --from=build /app/node_modules/swagger-ui-dist node_modules/swagger-ui-dist
COPY --from=build /app/dist/bin dist/bin
COPY --from=build /app/dist/explorer dist/explorer
COPY package.json ./
COPY elastic/analysis.json elastic/analysis.json
COPY elastic/indices elastic/indices
USER node
EXPOSE 3000
CMD ["node", "--max-old-space-size=512", "--min-semi-space-size=16", "--max-semi-space-size=16", "dist/bin/main.js"]
