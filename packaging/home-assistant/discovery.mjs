// Tells Home Assistant, by its Supervisor, where the app's service is, with a token that its integration may use; the
// arguments are the file of the token and the service's port. The same twice is told once.
import { readFileSync } from "node:fs";
import { hostname } from "node:os";

const [file = "", port] = process.argv.slice(2);
const answer = await fetch("http://supervisor/discovery", {
  method: "POST",
  headers: {
    authorization: `Bearer ${process.env.SUPERVISOR_TOKEN}`,
    "content-type": "application/json",
  },
  body: JSON.stringify({
    service: "floorplan",
    config: { host: hostname(), port: Number(port), token: readFileSync(file, "utf8").trim() },
  }),
  signal: AbortSignal.timeout(10_000),
});
if (!answer.ok) throw new Error(`the Supervisor answers ${answer.status}: ${await answer.text()}`);
