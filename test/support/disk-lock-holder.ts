/** A program that takes the lock on the given path, prints that, and holds it until it is killed. */
import { isLeft } from "fp-ts/lib/Either.js";
import { takeLock } from "../../wal/index.ts";

const [path] = process.argv.slice(2);
if (path === undefined) throw new Error("expected a path");
if (isLeft(await takeLock(path))) throw new Error("the lock is held already");
process.stdout.write("held\n");
process.stdin.resume();
