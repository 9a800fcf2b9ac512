/** A virtual display: an X server that draws into memory, with a window manager. */

import { fileURLToPath } from "node:url";

export interface Size {
  width: number;
  height: number;
}

export interface Display {
  /** The value of DISPLAY, for example `:7`. */
  display: string;
  size: Size;
  stop(): Promise<void>;
}

/** @throws Error where Xvfb or openbox does not start. */
export async function openDisplay(size: Size): Promise<Display> {
  const server = Bun.spawn(
    ["Xvfb", "-displayfd", "1", "-screen", "0", `${size.width}x${size.height}x24`].concat([
      "-nolisten",
      "tcp",
      "-noreset",
      "-dpi",
      "96",
    ]),
    { stdio: ["ignore", "pipe", "ignore"] },
  );
  const { value } = await server.stdout.getReader().read();
  const number = new TextDecoder().decode(value).trim();
  if (!number) throw new Error(`Xvfb exited with ${await server.exited}`);
  const display = `:${number}`;
  // The window manager maximises windows and focuses new ones. Its settings are empty: without a valid file
  // it shows a dialog, which would take the focus.
  const settings = fileURLToPath(new URL("openbox.xml", import.meta.url));
  const manager = Bun.spawn(["openbox", "--config-file", settings], {
    env: { ...process.env, DISPLAY: display },
    stdio: ["ignore", "ignore", "ignore"],
  });
  return {
    display,
    size,
    async stop() {
      manager.kill("SIGKILL");
      server.kill("SIGTERM");
      await Promise.all([manager.exited, server.exited]);
    },
  };
}
