/**
 * The Python environment of the training: `.venv` beside this file, pinned by `requirements.txt`.
 *
 *     bun models/training/python.ts     creates it, unless it exists with the pinned packages
 */
import { pythonEnvironment } from "../../scripts/programs/python-environment.ts";

const environment = pythonEnvironment(import.meta.dir);

export const python = environment.python;
export const isPrepared = environment.isPrepared;
export const preparePython = environment.prepare;

if (import.meta.main) await preparePython();
