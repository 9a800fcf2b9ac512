/** `booking-risk openapi` */
import type { Command } from "commander";
import { openApiDocument } from "../http/openapi.ts";

export function openapiCommand(program: Command): void {
  program
    .command("openapi")
    .description("Print the API's OpenAPI document")
    .action(async () => {
      process.stdout.write(`${await openApiDocument()}\n`);
    });
}
