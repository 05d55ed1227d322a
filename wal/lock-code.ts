import { messageOf } from "./system-calls.ts";

type LockCode = (typeof import("fs-native-extensions"))["default"];

/**
 * Loads the native code that locks files: Node.js has no such call.
 * Rejects with a sentence for whoever installed the program where there is none for this machine.
 */
export const loadLockCode = async (): Promise<LockCode> => {
  try {
    return (await import("fs-native-extensions")).default;
  } catch (cause) {
    const [why = ""] = messageOf(cause).split("\n");
    throw new Error(
      `there is no lock on files for ${process.platform}-${process.arch}: it takes 64 bits of x86 or ARM, and on Linux glibc, which Debian has and Alpine has not (${why})`,
      { cause },
    );
  }
};
