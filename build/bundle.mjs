// Builds the project in the working folder, where npm runs this, in a child process: a process that the system kills for
// lack of memory cannot report it, and one whose esbuild was killed reports nothing useful.
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
