/** Calls the dashboard's API without a browser, with an account of its own. */
import type { Role } from "../../../src/storage/port/roles.ts";

export interface Answer {
  status: number;
  // biome-ignore lint/suspicious/noExplicitAny: a test looks into any answer.
  body: any;
  cookies: string[];
}

/** An account with its cookies. */
export class Person {
  readonly #jar = new Map<string, string>();
  readonly url: string;

  constructor(url: string) {
    this.url = url;
  }

  get cookie(): string {
    return [...this.#jar].map(([name, value]) => `${name}=${value}`).join("; ");
  }

  /** Calls an endpoint as the dashboard's pages do. @param body a form, JSON text, or what becomes JSON. */
  async call(
    method: string,
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<Answer> {
    const isJson = body !== undefined && !(body instanceof FormData);
    const text = isJson && typeof body !== "string" ? JSON.stringify(body) : (body as string);
    const response = await fetch(`${this.url}/dashboard/api${path}`, {
      method,
      headers: {
        origin: this.url,
        ...(this.#jar.size > 0 && { cookie: this.cookie }),
        ...(isJson && { "content-type": "application/json" }), // A form's has its boundary.
        ...headers,
      },
      ...(body !== undefined && { body: text }),
    });
    const cookies = response.headers.getSetCookie();
    for (const cookie of cookies) this.#keep(cookie);
    const answer = await response.text();
    return { status: response.status, body: answer && JSON.parse(answer), cookies };
  }

  get(path: string): Promise<Answer> {
    return this.call("GET", path);
  }

  post(path: string, body?: unknown): Promise<Answer> {
    return this.call("POST", path, body);
  }

  put(path: string, body: unknown): Promise<Answer> {
    return this.call("PUT", path, body);
  }

  #keep(cookie: string): void {
    const [pair = ""] = cookie.split(";");
    const at = pair.indexOf("=");
    if (/max-age=0/i.test(cookie)) this.#jar.delete(pair.slice(0, at));
    else this.#jar.set(pair.slice(0, at), pair.slice(at + 1));
  }
}

export const password = "correct horse battery";

/** Who can invite others to a service. */
export interface Inviting {
  /** @returns the token of the invitation's link. @param projectId null: to all projects. */
  invite(email: string, role: Role, projectId: string | null): Promise<string>;
}

/** By a command of the executable on the service's data, of which `run` reads the JSON. */
export const invitingBy = (
  run: (...words: string[]) => Promise<Record<string, string>>,
): Inviting => ({
  async invite(email, role, projectId) {
    const where = projectId === null ? [] : ["--project", projectId];
    const { url } = await run("user", "create", "--email", email, "--role", role, ...where);
    return new URL(url!).hash.slice(1);
  },
});

/** Creates an account with the link of an invitation, and signs in. */
export async function newPerson(
  inviting: Inviting,
  { url }: { url: string },
  email: string,
  role: Role,
  projectId?: string,
): Promise<Person> {
  const token = await inviting.invite(email, role, projectId ?? null);
  const person = new Person(url);
  const joined = await person.post("/links/join", { token, name: email.split("@")[0], password });
  if (joined.status !== 200) throw new Error(`${email} cannot join: ${JSON.stringify(joined)}`);
  return person;
}
