/** Installs the bundle that a browser sends, as `booking-risk model install` does with a folder. */
import { type Static, Type } from "@sinclair/typebox";
import { t } from "elysia";
import { type BundleFiles, cardBytesMax, modelBytesMax } from "../../../model/bundle-files.ts";
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

const bytesMax = { model: modelBytesMax, manifest: manifestBytesMax, card: cardBytesMax } as const;

/** Of the three files, with room for what a form writes between them. */
export const uploadBytesMax = bytesMax.model + bytesMax.manifest + bytesMax.card + 64 * 1024;

/**
 * @returns the model, a candidate of the caller's project or of all projects, and what its check found.
 * @throws Problem validation_failed where the bundle cannot be used, with the reason; DomainError as `install`.
 */
export async function installUploaded(
  { models: { library, check }, now }: RouteDeps,
  { actor, projectId }: UserCaller,
  uploaded: Static<typeof UploadedBundle>,
) {
  const files = await filesOf(uploaded);
  try {
    const input = { files, revive: true, ownerProjectId: projectId };
    const { model, notes, isNew } = await install({ library, check, now }, actor, input);
    return { model: fullName(model), notes, isNew };
  } catch (error) {
    if (!(error instanceof BundleRefused)) throw error;
    throw validationFailed([{ pointer: "/model", message: error.message }]);
  }
}

async function filesOf(uploaded: Static<typeof UploadedBundle>): Promise<BundleFiles> {
  for (const name of ["model", "manifest", "card"] as const) {
    if ((uploaded[name]?.size ?? 0) <= bytesMax[name]) continue;
    const message = `must not exceed ${bytesMax[name]} bytes`;
    throw validationFailed([{ pointer: `/${name}`, message }]);
  }
  const { model, manifest, card } = uploaded;
  if (!model || !manifest) {
    const [field, file] = model ? ["manifest", "manifest.json"] : ["model", "model.onnx"];
    throw validationFailed([{ pointer: `/${field}`, message: `the file ${file} is missing` }]);
  }
  return {
    model: await model.bytes(),
    manifest: await manifest.bytes(),
    card: card ? await card.bytes() : null,
  };
}
