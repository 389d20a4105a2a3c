/** The operators' interface, browsable: the server's own description shown by Swagger UI, without anything from outside. */

import "swagger-ui-dist/swagger-ui.css";
import "./api.css";
import { SwaggerUIBundle } from "swagger-ui-dist";

SwaggerUIBundle({
  url: "/api/v1/openapi.json",
  dom_id: "#api",
  deepLinking: true,
  docExpansion: "list",
  defaultModelsExpandDepth: 0,
  validatorUrl: null,
});
