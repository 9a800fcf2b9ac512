/** A client of Chromium's DevTools protocol, for measuring pages and emulating a phone. */

const openMsMax = 60_000;
const answerMsMax = 60_000;

export interface DevTools {
  /** @throws Error where the browser returns an error or does not respond. */
  send<Result = unknown>(method: string, params?: object): Promise<Result>;
  /** Evaluates an expression in the page and awaits its value. */
  evaluate<Result>(expression: string): Promise<Result>;
  close(): void;
}

/**
 * The flags of a browser that listens on the port. Unlike a pipe or port 0, an explicit port counts as
 * a developer setting, so the browser does not report that it is automated.
 */
export const devToolsFlags = (port: number) => [
  `--remote-debugging-port=${port}`,
  "--remote-allow-origins=*",
];

/** Connects to the first page of the browser that listens on the port. */
export async function connectDevTools(port: number): Promise<DevTools> {
  const socket = new WebSocket(await pageAddress(port));
  const waiting = new Map<number, (answer: Answer) => void>();
  let last = 0;
  socket.onmessage = ({ data }) => {
    const answer = JSON.parse(String(data)) as Answer;
    waiting.get(answer.id)?.(answer);
    waiting.delete(answer.id);
  };
  await new Promise((resolve, reject) => {
    socket.onopen = resolve;
    socket.onerror = () => reject(new Error("the browser's DevTools cannot be reached"));
  });
  async function send<Result>(method: string, params: object = {}): Promise<Result> {
    const id = ++last;
    const answer = await new Promise<Answer>((resolve, reject) => {
      const tooLate = () => reject(new Error(`no response to ${method}`));
      const timer = setTimeout(tooLate, answerMsMax);
      waiting.set(id, (answer) => {
        clearTimeout(timer);
        resolve(answer);
      });
      socket.send(JSON.stringify({ id, method, params }));
    });
    if (answer.error) throw new Error(`${method}: ${answer.error.message}`);
    return answer.result as Result;
  }
  return {
    send,
    async evaluate(expression) {
      const params = { expression, returnByValue: true, awaitPromise: true };
      const { result, exceptionDetails } = await send<Evaluated>("Runtime.evaluate", params);
      if (exceptionDetails) throw new Error(`in the page: ${exceptionDetails.text}`);
      return result.value as never;
    },
    close: () => socket.close(),
  };
}

interface Answer {
  id: number;
  result?: unknown;
  error?: { message: string };
}

interface Evaluated {
  result: { value: unknown };
  exceptionDetails?: { text: string };
}

async function pageAddress(port: number): Promise<string> {
  const deadline = Date.now() + openMsMax;
  while (Date.now() < deadline) {
    const list = await fetch(`http://127.0.0.1:${port}/json/list`).catch(() => undefined);
    const pages = ((await list?.json()) ?? []) as { type: string; webSocketDebuggerUrl: string }[];
    const page = pages.find(({ type }) => type === "page");
    if (page) return page.webSocketDebuggerUrl;
    await Bun.sleep(100);
  }
  throw new Error("the browser did not open its DevTools");
}
