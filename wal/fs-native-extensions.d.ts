/** The one call that is used of the package, which ships no types of its own. */
declare module "fs-native-extensions" {
  const native: {
    /** Locks the whole file; false where another open file description has it. */
    readonly tryLock: (fd: number) => boolean;
  };
  export default native;
}
