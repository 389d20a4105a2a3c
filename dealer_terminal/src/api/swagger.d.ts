/** The part of Swagger UI that is used; its package brings no types. */
declare module "swagger-ui-dist" {
  export function SwaggerUIBundle(options: {
    url: string;
    dom_id: string;
    deepLinking: boolean;
    docExpansion: "list" | "none" | "full";
    defaultModelsExpandDepth: number;
    validatorUrl: null;
  }): unknown;
}

declare module "swagger-ui-dist/swagger-ui.css";
