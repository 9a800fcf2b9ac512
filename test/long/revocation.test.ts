/** A key is revoked by a command during requests, often enough that a race would be seen. */
import { test } from "bun:test";
import { Installation } from "../fixtures/executable.ts";
import { revocationTrials } from "../fixtures/revocation-trials.ts";

const installation = new Installation();
const service = await installation.serve();

test("no request that started after the command returned is accepted, in 50 trials", () =>
  revocationTrials(installation, service, 50));
