import type { OpenAPIObject, SwaggerCustomOptions } from '@nestjs/swagger';

/** Keeps Authorize in sight, and hides the errors and headers that all operations share. */
const STYLE = `
.swagger-ui div:has(> .scheme-container) { display: flex; flex-direction: column }
.swagger-ui .scheme-container { order: -1; position: sticky; top: 0; z-index: 9; margin: 0; padding: 10px 0 }
.swagger-ui .topbar,
.swagger-ui .responses-table:not(.live-responses-table) tr.response:not([data-code="200"]),
.swagger-ui .responses-table:not(.live-responses-table) .headers-wrapper { display: none }
.swagger-ui .responses-table:not(.live-responses-table) .highlight-code > .microlight { max-height: 18em }
.swagger-ui .opblock textarea.body-param__text { min-height: 16em; height: 16em }`;

type Components = Record<string, Record<string, unknown>>;
type Resolve = (document: OpenAPIObject, path: readonly string[], options: object) => unknown;

/**
 * A plugin of Swagger UI: resolves the references of an operation within its path and what that refers to. Within the whole
 * document this takes seconds for each operation that is opened. The browser gets it as text: it uses nothing outside.
 */
export const resolveByPath = ({ fn: { resolveSubtree } }: { readonly fn: { readonly resolveSubtree: Resolve } }) => ({
  fn: {
    resolveSubtree(document: OpenAPIObject, path: readonly string[], options: object): unknown {
      const [part, name = ''] = path;
      if (part !== 'paths') return resolveSubtree(document, path, options);
      const all = document.components as Components | undefined;
      const components: Components = {};
      const paths = { [name]: document.paths[name] };
      const add = (value: unknown): void => {
        if (typeof value !== 'object' || value === null) return;
        Object.values(value).forEach(add);
        const [, , kind = '', key = ''] = '$ref' in value ? String(value.$ref).split('/') : [];
        const component = all?.[kind]?.[key];
        if (component === undefined || components[kind]?.[key] !== undefined) return;
        components[kind] = { ...components[kind], [key]: component };
        add(component);
      };
      add(paths);
      return resolveSubtree({ ...document, paths, components } as OpenAPIObject, path, options);
    },
  },
});

/** Swagger UI at /docs: requests can be sent at once, the token survives a reload; nothing comes from other hosts. */
export const SWAGGER_PAGE: SwaggerCustomOptions = {
  raw: false,
  customSiteTitle: 'Commerce analytics API',
  customCss: STYLE,
  swaggerOptions: {
    deepLinking: true,
    defaultModelsExpandDepth: 0,
    displayRequestDuration: true,
    docExpansion: 'list',
    persistAuthorization: true,
    plugins: [resolveByPath],
    showCommonExtensions: true,
    tryItOutEnabled: true,
    validatorUrl: null,
  },
};
