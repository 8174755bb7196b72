import type { SwaggerCustomOptions } from '@nestjs/swagger';

/** One operation fits two screens: what all have in common, errors and headers, stands in the introduction alone. */
const STYLE = `
.swagger-ui .topbar,
.swagger-ui .responses-table:not(.live-responses-table) tr.response:not([data-code="200"]),
.swagger-ui .responses-table:not(.live-responses-table) .headers-wrapper { display: none }
.swagger-ui .responses-table:not(.live-responses-table) .highlight-code > .microlight { max-height: 18em }
.swagger-ui .opblock textarea.body-param__text { min-height: 16em; height: 16em }`;

/**
 * Swagger UI at /docs, as someone who explores wants it: requests can be sent at once, the token outlives a reload,
 * and every operation has an address of its own. Nothing is fetched from elsewhere.
 */
export const SWAGGER_PAGE: SwaggerCustomOptions = {
  jsonDocumentUrl: 'openapi.json',
  raw: ['json'],
  customSiteTitle: 'Commerce analytics API',
  customCss: STYLE,
  swaggerOptions: {
    deepLinking: true,
    defaultModelsExpandDepth: 0,
    displayRequestDuration: true,
    docExpansion: 'list',
    persistAuthorization: true,
    showCommonExtensions: true,
    tryItOutEnabled: true,
    validatorUrl: null,
  },
};
