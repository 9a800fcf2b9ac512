/** What the rows ask of a browser: what a person does with its windows and tabs. */

/** A tab, as its browser names it. */
export type Tab = number | string;

export type Click = "plain" | "middle" | "control";

export interface Browser {
  readonly name: "Chromium" | "Firefox";
  /** Opens an address in a window of its own, in view. */
  open(url: string, window?: "private"): Promise<Tab>;
  tabs(): Promise<{ tab: Tab; url: string }[]>;
  /** Runs code in the tab's page and gives its value. */
  evaluate(tab: Tab, code: string): Promise<unknown>;
  /** As if it were typed into the address bar. */
  navigate(tab: Tab, url: string): Promise<void>;
  reload(tab: Tab, hard: boolean): Promise<void>;
  travel(tab: Tab, steps: 1 | -1): Promise<void>;
  /** A click as the mouse makes it, in the middle of an element of a tab in view. */
  click(tab: Tab, selector: string, how: Click): Promise<void>;
  /** Puts another tab of its window in front. */
  hide(tab: Tab): Promise<void>;
  show(tab: Tab): Promise<void>;
  close(tab: Tab): Promise<void>;
  closeAndReopen(tab: Tab): Promise<void>;
  duplicate(tab: Tab): Promise<Tab>;
  /** As the browser does where memory is short; then shown. It may have another name then. */
  discardAndShow(tab: Tab): Promise<Tab>;
  crash(tab: Tab): Promise<void>;
  /** Blocks cookies, and with them storage, for pages of a host. */
  blockCookies(origin: string): Promise<void>;
  /**
   * Ends the browser as a person does, and starts it with the tabs that it had. Gives the one at
   * an address; nothing but `evaluate` is possible then.
   */
  restart(url: string): Promise<Tab>;
  stop(): Promise<void>;
}

/** Long, because a Chromium that is killed does not open its tabs again. */
const exitMsMax = 60_000;

/** A busy machine takes long; a page that crashed never answers. */
const answerMsMax = 45_000;

/** Requests and their answers by number over a WebSocket, as both browsers' protocols have them. */
export class Connection {
  #sent = 0;
  readonly #waiting = new Map<number, PromiseWithResolvers<Answer>>();
  private constructor(readonly socket: WebSocket) {
    socket.onmessage = ({ data }) => {
      const { id, error, message, result } = JSON.parse(data as string) as Received;
      const asked = this.#waiting.get(id ?? 0);
      this.#waiting.delete(id ?? 0);
      if (error) asked?.reject(new Error(message ?? JSON.stringify(error)));
      else asked?.resolve(result ?? {});
    };
    socket.onclose = () => {
      for (const { reject } of this.#waiting.values()) reject(new Error("the browser has gone"));
    };
  }

  static async open(url: string): Promise<Connection> {
    const socket = new WebSocket(url);
    await new Promise((resolve, reject) => {
      socket.onopen = resolve;
      socket.onerror = () => reject(new Error(`no browser answers at ${url}`));
    });
    return new Connection(socket);
  }

  send(method: string, params: object = {}, sessionId?: string): Promise<Answer> {
    const asked = Promise.withResolvers<Answer>();
    this.#waiting.set(++this.#sent, asked);
    this.socket.send(JSON.stringify({ id: this.#sent, method, params, sessionId }));
    const late = setTimeout(() => asked.reject(new Error(`${method} had no answer`)), answerMsMax);
    return asked.promise.finally(() => clearTimeout(late));
  }
}

// biome-ignore lint/suspicious/noExplicitAny: the shape is the browser's protocol's.
export type Answer = Record<string, any>;

interface Received {
  id?: number;
  error?: unknown;
  message?: string;
  result?: Answer;
}

/** Waits until a browser that was told to end has ended, and ends one that does not. */
export async function exitOf(process: Bun.Subprocess): Promise<void> {
  const impatience = setTimeout(() => process.kill("SIGKILL"), exitMsMax);
  await process.exited;
  clearTimeout(impatience);
}
