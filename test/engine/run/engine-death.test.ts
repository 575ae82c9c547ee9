import { PassThrough } from "node:stream";
import { connect, createServer, type Socket } from "node:net";
import { once } from "node:events";
import { onEngineDeath } from "../../../provider/engine/run/environment";

describe("The death of the engine", () => {
  it("is the end of the pipe that it started the provider with", async () => {
    const server = createServer().listen(0, "127.0.0.1");
    await once(server, "listening");
    const { port } = server.address() as { port: number };
    const input = connect(port, "127.0.0.1");
    const [engine] = (await once(server, "connection")) as [Socket];
    const unref = jest.spyOn(input, "unref");
    let isDead = false;
    const died = new Promise<void>((resolve) =>
      onEngineDeath(() => {
        isDead = true;
        resolve();
      }, input),
    );
    expect(unref).toHaveBeenCalledTimes(1);
    expect(isDead).toBe(false);
    engine.end("what it says is of no interest");
    await died;
    input.destroy();
    await new Promise((resolve) => server.close(resolve));
  });

  it("is not the end of anything else", async () => {
    const input = new PassThrough();
    let isDead = false;
    onEngineDeath(() => (isDead = true), input);
    input.resume().end();
    await once(input, "end");
    expect(isDead).toBe(false);
  });
});
