import type { SwaggerCustomOptions } from '@nestjs/swagger';

/**
 * Swagger UI at /docs, as someone who explores wants it: requests can be sent at once, the token outlives a reload,
 * and every operation has an address of its own. Nothing is fetched from elsewhere.
 */
export const SWAGGER_PAGE: SwaggerCustomOptions = {
  jsonDocumentUrl: 'openapi.json',
  raw: ['json'],
  customSiteTitle: 'Commerce analytics API',
  customCss: '.swagger-ui .topbar { display: none }',
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
