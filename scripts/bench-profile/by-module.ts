/** Where the samples of a profile fell: by module of the source, by package, by function. */
import { dirname } from "node:path";

/** As `Profiler.stop` returns it, and as a `.cpuprofile` file holds it. */
export interface CpuProfile {
  nodes: ProfileNode[];
  /** The node of each sample. */
  samples: number[];
}

interface ProfileNode {
  id: number;
  callFrame: { functionName: string; url: string; lineNumber: number };
  children?: number[];
}

/** What a module of the source cost. All figures are shares of the samples, 0 to 1. */
export interface ModuleShare {
  module: string;
  /** In its own functions. */
  own: number;
  /** In packages that it called, and in the parts of Bun that are JavaScript. */
  packages: number;
  /** In native functions that it or those packages called: SQLite, JSON, the model. */
  native: number;
}

export interface FunctionShare {
  name: string;
  /** Its module or package; of a native function that of its caller. */
  module: string;
  /** In the function itself. */
  own: number;
  /** In it and in all that it called. */
  total: number;
}

export interface Shares {
  samples: number;
  modules: ModuleShare[];
  functions: FunctionShare[];
}

const nativeMark = " (native)";
const noModule = "(none of the source)";

/** @param root the project's folder, with a slash at its end. */
export function sharesOf({ nodes, samples }: CpuProfile, root: string): Shares {
  const stacks = stacksOf(nodes, root);
  const modules = new Map<string, ModuleShare>();
  const functions = new Map<string, FunctionShare>();
  const one = 1 / samples.length;
  for (const id of samples) {
    const stack = stacks.get(id)!;
    const module = stack.find(({ isSource }) => isSource)?.module ?? noModule;
    const share = entry(modules, module, { module, own: 0, packages: 0, native: 0 });
    const [leaf] = stack;
    if (!leaf || leaf.isNative) share.native += one;
    else if (leaf.isSource) share.own += one;
    else share.packages += one;
    // A function that calls itself counts once.
    for (const { name, module } of new Map(stack.map((frame) => [frame.key, frame])).values()) {
      const found = entry(functions, `${module} ${name}`, { name, module, own: 0, total: 0 });
      found.total += one;
    }
    if (leaf) functions.get(leaf.key)!.own += one;
  }
  return {
    samples: samples.length,
    modules: sorted(modules, ({ own, packages, native }) => own + packages + native),
    functions: sorted(functions, ({ own }) => own),
  };
}

/**
 * The folder of a file of the project, "node_modules/<package>", or the runtime's own name, such as
 * "bun:sqlite"; null for native code.
 */
export function moduleOf(url: string, root: string): string | null {
  const path = url.replace(/^file:\/\//, "");
  const inPackage = /.*\/(node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(path);
  if (inPackage) return inPackage[1]!;
  if (path.startsWith(root)) return dirname(path.slice(root.length));
  return path === "" ? null : path;
}

/** What packages and the runtime's JavaScript took, with the native functions that they called. */
export function byPackage(functions: readonly FunctionShare[]): Omit<ModuleShare, "packages">[] {
  const packages = new Map<string, Omit<ModuleShare, "packages">>();
  for (const { name, module, own } of functions) {
    if (module.startsWith("src") || module === noModule) continue;
    const share = entry(packages, module, { module, own: 0, native: 0 });
    share[name.endsWith(nativeMark) ? "native" : "own"] += own;
  }
  return sorted(packages, ({ own, native }) => own + native);
}

interface Frame {
  key: string;
  name: string;
  module: string;
  isNative: boolean;
  isSource: boolean;
}

/** For each node the functions on the stack: from the one that ran to the one that began. */
function stacksOf(nodes: ProfileNode[], root: string): ReadonlyMap<number, readonly Frame[]> {
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const stacks = new Map<number, readonly Frame[]>();
  const visit = (node: ProfileNode, callers: readonly Frame[]) => {
    stacks.set(node.id, callers);
    for (const id of node.children ?? []) {
      const child = byId.get(id)!;
      visit(child, [frameOf(child, callers, root), ...callers]);
    }
  };
  const children = new Set(nodes.flatMap((node) => node.children ?? []));
  for (const node of nodes) if (!children.has(node.id)) visit(node, []);
  return stacks;
}

function frameOf({ callFrame }: ProfileNode, [caller]: readonly Frame[], root: string): Frame {
  const { functionName, url, lineNumber } = callFrame;
  const own = moduleOf(url, root);
  const module = own ?? caller?.module ?? noModule;
  const file = url.slice(url.lastIndexOf("/") + 1);
  const name =
    own === null
      ? `${functionName || "native code"}${nativeMark}`
      : `${functionName || "anonymous"} ${file}:${lineNumber + 1}`;
  const isSource = own?.startsWith("src") ?? false;
  return { key: `${module} ${name}`, name, module, isNative: own === null, isSource };
}

function entry<Value>(all: Map<string, Value>, key: string, empty: Value): Value {
  const found = all.get(key) ?? empty;
  all.set(key, found);
  return found;
}

function sorted<Value>(all: ReadonlyMap<string, Value>, by: (value: Value) => number): Value[] {
  return [...all.values()].toSorted((a, b) => by(b) - by(a));
}
