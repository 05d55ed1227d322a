/** The only call that is used of the package, which ships no types. */
declare module "fs-native-extensions" {
  const native: {
    /** Locks the whole file; false if another open file description has the lock. */
    readonly tryLock: (fd: number) => boolean;
  };
  export default native;
}
