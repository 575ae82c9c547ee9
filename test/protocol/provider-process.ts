import { type ChildProcess, spawn } from "node:child_process";
import { join } from "node:path";
import * as grpc from "@grpc/grpc-js";
import type { JavaScriptValue } from "google-protobuf/google/protobuf/struct_pb";
import { Struct } from "google-protobuf/google/protobuf/struct_pb";
import { ResourceProviderClient } from "@pulumi/pulumi/proto/provider_grpc_pb";
import * as messages from "@pulumi/pulumi/proto/provider_pb";
import { Status } from "@pulumi/pulumi/proto/status_pb";
import { asKept } from "./as-kept";
import { type Bag, type DiffAnswer, InitFailure, type Plugin } from "./plugin";

/** Pulumi's own server for dynamic resources, started and called the way the engine does it. */
export class ProviderProcess implements Plugin {
  readonly #process: ChildProcess;
  readonly #client: ResourceProviderClient;
  readonly #output: string[];

  private constructor(process: ChildProcess, client: ResourceProviderClient, output: string[]) {
    this.#process = process;
    this.#client = client;
    this.#output = output;
  }

  /** `config` is the stack's configuration, with keys such as `smartlock:token`. */
  static async start(
    environment: Readonly<Record<string, string>>,
    config: Readonly<Record<string, string>> = {},
  ): Promise<ProviderProcess> {
    const folder = process.env["SMARTLOCK_TEST_PACKAGE"];
    if (folder === undefined) {
      throw new Error("The package is not built: run `npm test`, or `npm run build` first.");
    }
    const server = join(folder, "node_modules/@pulumi/pulumi/cmd/dynamic-provider");
    const child = spawn(process.execPath, [server, "127.0.0.1:1"], {
      cwd: folder,
      env: { ...process.env, ...environment },
      stdio: ["pipe", "pipe", "pipe"],
    });
    const output: string[] = [];
    child.stderr.setEncoding("utf8").on("data", (text: string) => output.push(text));
    const port = await new Promise<string>((resolve, reject) => {
      let first = "";
      child.once("exit", (code) =>
        reject(new Error(`The provider ended with ${String(code)}: ${output.join("")}`)),
      );
      child.stdout.setEncoding("utf8").on("data", (text: string) => {
        // The first line is the port, for the engine; everything after it is for people.
        const line = first.includes("\n") ? text : (first += text).split("\n").slice(1).join("\n");
        output.push(line);
        if (first.includes("\n")) {
          resolve(first.split("\n")[0] ?? "");
        }
      });
    });
    const client = new ResourceProviderClient(`127.0.0.1:${port}`, grpc.credentials.createInsecure());
    const provider = new ProviderProcess(child, client, output);
    const request = new messages.ConfigureRequest();
    request.setArgs(struct(config));
    await provider.#call<messages.ConfigureResponse>((done) => client.configure(request, done));
    return provider;
  }

  /** Everything the provider printed for people. */
  get output(): string {
    return this.#output.join("");
  }

  async check(
    olds: Bag,
    news: Bag,
  ): Promise<{ inputs: Bag; failures: { property: string; reason: string }[] }> {
    const request = new messages.CheckRequest();
    request.setOlds(struct(olds));
    request.setNews(struct(news));
    const answer = await this.#call<messages.CheckResponse>((done) => this.#client.check(request, done));
    return {
      inputs: bag(answer.getInputs()),
      failures: answer
        .getFailuresList()
        .map((failure) => ({ property: failure.getProperty(), reason: failure.getReason() })),
    };
  }

  async diff(id: string, olds: Bag, news: Bag): Promise<DiffAnswer> {
    const request = new messages.DiffRequest();
    request.setId(id);
    request.setOlds(struct(olds));
    request.setNews(struct(news));
    const answer = await this.#call<messages.DiffResponse>((done) => this.#client.diff(request, done));
    const { DIFF_NONE, DIFF_SOME } = messages.DiffResponse.DiffChanges;
    if (answer.getChanges() !== DIFF_NONE && answer.getChanges() !== DIFF_SOME) {
      throw new Error("diff did not say whether there are changes: the engine would compare by itself.");
    }
    return {
      changes: answer.getChanges() === DIFF_SOME,
      replaces: answer.getReplacesList(),
      deleteBeforeReplace: answer.getDeletebeforereplace(),
    };
  }

  async create(inputs: Bag): Promise<{ id: string; outs: Bag }> {
    const request = new messages.CreateRequest();
    request.setProperties(struct(inputs));
    const answer = await this.#call<messages.CreateResponse>((done) => this.#client.create(request, done));
    return { id: answer.getId(), outs: bag(answer.getProperties()) };
  }

  /** An answer without an id means that the object is gone. */
  async read(id: string, props: Bag): Promise<{ id: string; props: Bag; inputs: Bag | undefined }> {
    const request = new messages.ReadRequest();
    request.setId(id);
    request.setProperties(struct(props));
    const answer = await this.#call<messages.ReadResponse>((done) => this.#client.read(request, done));
    const inputs = answer.getInputs();
    return { id: answer.getId(), props: bag(answer.getProperties()), inputs: inputs && bag(inputs) };
  }

  async update(id: string, olds: Bag, news: Bag): Promise<{ outs: Bag }> {
    const request = new messages.UpdateRequest();
    request.setId(id);
    request.setOlds(struct(olds));
    request.setNews(struct(news));
    const answer = await this.#call<messages.UpdateResponse>((done) => this.#client.update(request, done));
    return { outs: bag(answer.getProperties()) };
  }

  async delete(id: string, props: Bag): Promise<void> {
    const request = new messages.DeleteRequest();
    request.setId(id);
    request.setProperties(struct(props));
    await this.#call<unknown>((done) => this.#client.delete(request, done));
  }

  /** Stops it as the engine normally does: with an interrupt. */
  async stop(): Promise<void> {
    this.#client.close();
    // Not "exit": the last output may still be on its way.
    const ended = new Promise((resolve) => this.#process.once("close", resolve));
    if (this.#process.exitCode === null && this.#process.signalCode === null) {
      this.#process.kill("SIGINT");
      await ended;
    }
  }

  /** The engine dies: its end of the pipe closes without a message. */
  abandon(): void {
    this.#process.stdin?.end();
  }

  /** The provider itself dies, as with kill -9. */
  kill(): void {
    this.#process.kill("SIGKILL");
  }

  #call<Answer>(
    send: (done: (error: grpc.ServiceError | null, answer: Answer) => void) => unknown,
  ): Promise<Answer> {
    return new Promise((resolve, reject) => {
      send((error, answer) => (error === null ? resolve(answer) : reject(understood(error))));
    });
  }
}

/** The error details say what the engine must keep. */
function understood(error: grpc.ServiceError): Error {
  const [details] = error.metadata.get("grpc-status-details-bin");
  if (details === undefined) {
    return new Error(error.details);
  }
  const [packed] = Status.deserializeBinary(Buffer.from(details)).getDetailsList();
  const failed = messages.ErrorResourceInitFailed.deserializeBinary(
    packed?.getValue_asU8() ?? new Uint8Array(),
  );
  return new InitFailure(failed.getId(), bag(failed.getProperties()), failed.getReasonsList());
}

function struct(value: Bag): Struct {
  return Struct.fromJavaScript(asKept(value) as Record<string, JavaScriptValue>);
}

function bag(value: Struct | undefined): Bag {
  return value === undefined ? {} : value.toJavaScript();
}
