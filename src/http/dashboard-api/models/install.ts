/** Installs the bundle that a browser sends, as `booking-risk model install` does with a folder. */
import { type Static, Type } from "@sinclair/typebox";
import { t } from "elysia";
import {
  type BundleFiles,
  cardBytesMax,
  modelBytesMax,
  tooLarge,
} from "../../../model/bundle-files.ts";
import { BundleRefused } from "../../../model/bundle-refused.ts";
import { manifestBytesMax } from "../../../model/manifest.ts";
import { install } from "../../../model/registry/install.ts";
import { fullName } from "../../../model/registry/model-name.ts";
import { validationFailed } from "../../problems/problem.ts";
import type { RouteDeps } from "../deps.ts";
import type { UserCaller } from "../guards.ts";

/** The files of a bundle, by the names of a form's fields. Which of them are required, `filesOf` says. */
export const UploadedBundle = Type.Object({
  model: Type.Optional(t.File()),
  manifest: Type.Optional(t.File()),
  card: Type.Optional(t.File()),
});

/** The name of each in a bundle's folder, and its most bytes. */
const parts = {
  model: ["model.onnx", modelBytesMax],
  manifest: ["manifest.json", manifestBytesMax],
  card: ["CARD.md", cardBytesMax],
} as const;

/** Of the three files, with room for what a form writes between them. */
export const uploadBytesMax = modelBytesMax + manifestBytesMax + cardBytesMax + 64 * 1024;

/**
 * @returns the model, a candidate of the caller's project or of all projects, and what its check found.
 * @throws Problem validation_failed where the bundle cannot be used, with the reason; DomainError as `install`.
 */
export async function installUploaded(
  { models: { library, check }, now }: RouteDeps,
  { actor, projectId }: UserCaller,
  uploaded: Static<typeof UploadedBundle>,
) {
  try {
    const files = await filesOf(uploaded);
    const input = { files, revive: true, ownerProjectId: projectId };
    const { model, notes, isNew } = await install({ library, check, now }, actor, input);
    return { model: fullName(model), notes, isNew };
  } catch (error) {
    if (!(error instanceof BundleRefused)) throw error;
    throw validationFailed([{ pointer: "/model", message: error.message }]);
  }
}

/** @throws BundleRefused where a file is too large; Problem where a required one is missing. */
async function filesOf(uploaded: Static<typeof UploadedBundle>): Promise<BundleFiles> {
  for (const field of ["model", "manifest", "card"] as const) {
    const [file, bytesMax] = parts[field];
    if ((uploaded[field]?.size ?? 0) > bytesMax) throw tooLarge(file, bytesMax);
  }
  const { model, manifest, card } = uploaded;
  if (!model || !manifest) {
    const field = model ? "manifest" : "model";
    const message = `the file ${parts[field][0]} is missing`;
    throw validationFailed([{ pointer: `/${field}`, message }]);
  }
  return {
    model: await model.bytes(),
    manifest: await manifest.bytes(),
    card: card ? await card.bytes() : null,
  };
}
