/** `booking-risk openapi` */
import type { Command } from "commander";
import { examples } from "./output.ts";

export function openapiCommand(program: Command): void {
  program
    .command("openapi")
    .description("Print the API's OpenAPI document")
    .addHelpText(...examples("openapi > openapi.json"))
    .action(async () => {
      const { openApiDocument } = await import("../http/openapi/openapi.ts");
      process.stdout.write(`${await openApiDocument()}\n`);
    });
}
