// Builds the project of the working folder, where npm runs this, in a process of its own: one that the system ends for
// lack of memory cannot say so itself, and one whose esbuild was ended says nothing that helps.
import { spawnSync } from "node:child_process";

const { status, signal, stderr, error } = spawnSync(process.execPath, ["esbuild.config.mjs"], {
  stdio: ["ignore", "inherit", "pipe"],
  encoding: "utf8",
  maxBuffer: Infinity,
});

const lacksMemory =
  signal === "SIGKILL" ||
  error?.code === "ENOMEM" ||
  /The service was stopped|heap out of memory/.test(stderr ?? "");

if (lacksMemory)
  process.stderr.write(
    "floorplan: there was not enough memory to build, which takes 650 MB: end other programs, add swap, or make the package " +
      "with `npm run pack` on another machine and install that here, which builds nothing\n",
  );
else process.stderr.write(stderr ?? `${error}\n`);
if (status !== 0) process.exit(1);
