import type { ComponentType, ReactNode } from "react";
import { lazyModule } from "./lazy-module.ts";
import { ErrorNotice } from "./page.tsx";

const notLoaded = new Error(
  "This page could not be loaded. Check that the service is running, then try again. After an upgrade of the service, reload the page.",
);

/**
 * A component in a file of its own, which is loaded when it is first shown.
 *
 * Unlike `React.lazy` in a `Suspense`, it replaces its placeholder as soon as the file is there: React
 * keeps a fallback for 300 ms, even if the file took 5 ms.
 *
 * @param placeholder shown until then.
 */
export function lazyPage<Props extends object>(
  load: () => Promise<{ default: ComponentType<Props> }>,
  placeholder: ReactNode = null,
): ComponentType<Props> {
  const useLoaded = lazyModule(load);
  // biome-ignore lint/correctness/noComponentHookFactories: called once for each page, as a module is loaded.
  return function LazyPage(props: Props) {
    const { loaded, hasFailed, retry } = useLoaded();
    if (hasFailed) return <ErrorNotice error={notLoaded} retry={retry} />;
    if (!loaded) return placeholder;
    const { default: Page } = loaded;
    return <Page {...props} />;
  };
}
