import { startSimulator, type Simulator, type SimulatorOptions } from "../../simulator";

export interface Reply {
  status: number;
  text: string;
  headers: Headers;
  /** The parsed JSON; tests know its form. */
  body: unknown;
}

export interface Speaker {
  get: (path: string) => Promise<Reply>;
  put: (path: string, body?: unknown) => Promise<Reply>;
  post: (path: string, body?: unknown) => Promise<Reply>;
  del: (path: string, body?: unknown) => Promise<Reply>;
}

/** Plain HTTP with a token, like a client that somebody else wrote. */
export function speakTo(url: string, token?: string): Speaker {
  const send = async (method: string, path: string, body?: unknown): Promise<Reply> => {
    const response = await fetch(url + path, {
      method,
      headers: token === undefined ? {} : { authorization: `Bearer ${token}` },
      ...(body === undefined ? {} : { body: typeof body === "string" ? body : JSON.stringify(body) }),
    });
    const text = await response.text();
    return { status: response.status, text, headers: response.headers, body: parsed(text) };
  };
  return {
    get: (path) => send("GET", path),
    put: (path, body) => send("PUT", path, body),
    post: (path, body) => send("POST", path, body),
    del: (path, body) => send("DELETE", path, body),
  };
}

function parsed(text: string): unknown {
  try {
    return text === "" ? undefined : (JSON.parse(text) as unknown);
  } catch {
    return undefined;
  }
}

/** Each test gets its own simulators, which are stopped after it. */
export function simulators(): (options?: SimulatorOptions) => Promise<Simulator & { speak: Speaker }> {
  const running: Simulator[] = [];
  afterEach(async () => {
    await Promise.all(running.splice(0).map((simulator) => simulator.stop()));
  });
  return async (options) => {
    const simulator = await startSimulator(options);
    running.push(simulator);
    return Object.assign(simulator, { speak: speakTo(simulator.url, simulator.token) });
  };
}

/** The lock of the demo account with this name. */
export function lockNamed(simulator: Simulator, name: string): number {
  const lock = simulator.state().smartlocks.find((candidate) => candidate.name === name);
  if (lock === undefined) {
    throw new Error(`no lock ${name}`);
  }
  return lock.smartlockId;
}

/** Jest's own matchers have the type any: these are the same, with a type that lint accepts. */
export const anyText = expect.any(String) as unknown;
export const anyNumber = expect.any(Number) as unknown;
export const textLike = (pattern: RegExp): unknown => expect.stringMatching(pattern);
export const objectWith = (fields: object): unknown => expect.objectContaining(fields);
export const objectId = textLike(/^[0-9a-f]{24}$/);
