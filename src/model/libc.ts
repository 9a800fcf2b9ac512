/** The few calls of the C library of Linux that Bun has no function for. */
import { dlopen, FFIType, ptr } from "bun:ffi";

const { i32, i64, u64 } = FFIType;

/** @throws Error where there is no glibc, as on other systems. */
export function openLibc() {
  const { symbols } = dlopen("libc.so.6", {
    setrlimit: { args: [i32, FFIType.ptr], returns: i32 },
    prctl: { args: [i32, u64, u64, u64, u64], returns: i32 },
    syscall: { args: [i64, u64, u64, u64, u64, u64], returns: i64 },
  });
  return {
    /** Sets the soft and the hard limit. @returns whether it is set. */
    setLimit: (resource: number, to: bigint): boolean =>
      symbols.setrlimit(resource, ptr(BigUint64Array.of(to, to))) === 0,
    /** @returns whether it succeeded. */
    setProcess: (option: number, value: number): boolean =>
      symbols.prctl(option, BigInt(value), 0n, 0n, 0n) === 0,
    /** A system call by its number; negative where it failed. */
    call: (number: number, ...args: (number | bigint | NodeJS.TypedArray)[]): number => {
      const [a = 0n, b = 0n, c = 0n, d = 0n, e = 0n] = args.map(asWord);
      return Number(symbols.syscall(BigInt(number), a, b, c, d, e));
    },
  };
}

export type Libc = ReturnType<typeof openLibc>;

function asWord(value: number | bigint | NodeJS.TypedArray): bigint {
  if (typeof value === "object") return BigInt(ptr(value));
  return BigInt.asUintN(64, BigInt(value));
}
