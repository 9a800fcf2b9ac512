/**
 * The system calls that remain to a process that reads untrusted models: to compute, to allocate, and to
 * read and write what is open already. Everything else is refused, so that code that such a model runs
 * opens no file, makes no connection, starts no program, and signals no other process.
 *
 * The program is classic BPF over `struct seccomp_data` (seccomp(2)).
 */

export type Architecture = "x64" | "arm64";

/** Numbers by architecture; null where it has no such call (asm/unistd.h). */
type Numbers = readonly [x64: number | null, arm64: number | null];

const allowed: Readonly<Record<string, Numbers>> = {
  // Reading and writing what is open: the two pipes, and what the engine waits with.
  read: [0, 63],
  write: [1, 64],
  readv: [19, 65],
  writev: [20, 66],
  preadv2: [327, 286],
  pwritev2: [328, 287],
  // The pipes are pairs of sockets, and no other socket can be made.
  recvfrom: [45, 207],
  sendto: [44, 206],
  lseek: [8, 62],
  close: [3, 57],
  fstat: [5, 80],
  poll: [7, null],
  ppoll: [271, 73],
  epoll_create1: [291, 20],
  epoll_ctl: [233, 21],
  epoll_wait: [232, null],
  epoll_pwait: [281, 22],
  epoll_pwait2: [441, 441],
  eventfd2: [290, 19],
  // Memory.
  brk: [12, 214],
  mmap: [9, 222],
  munmap: [11, 215],
  mremap: [25, 216],
  mprotect: [10, 226],
  madvise: [28, 233],
  membarrier: [324, 283],
  // Threads of this process, and waiting for them.
  futex: [202, 98],
  set_robust_list: [273, 99],
  get_robust_list: [274, 100],
  rseq: [334, 293],
  set_tid_address: [218, 96],
  sched_yield: [24, 124],
  sched_getaffinity: [204, 123],
  exit: [60, 93],
  exit_group: [231, 94],
  // Signals that it handles.
  rt_sigaction: [13, 134],
  rt_sigprocmask: [14, 135],
  rt_sigreturn: [15, 139],
  rt_sigtimedwait: [128, 137],
  sigaltstack: [131, 132],
  restart_syscall: [219, 128],
  // Clocks, and what it may know of itself.
  clock_gettime: [228, 113],
  clock_getres: [229, 114],
  clock_nanosleep: [230, 115],
  nanosleep: [35, 101],
  gettimeofday: [96, 169],
  getrandom: [318, 278],
  getpid: [39, 172],
  gettid: [186, 178],
  getcpu: [309, 168],
  getrusage: [98, 165],
  sysinfo: [99, 179],
  uname: [63, 160],
};

/** Calls that remain for certain values of one argument. */
const conditional = {
  clone: [56, 220] as Numbers,
  clone3: [435, 435] as Numbers,
  tgkill: [234, 131] as Numbers,
  prctl: [157, 167] as Numbers,
  fcntl: [72, 25] as Numbers,
};

/** Of <linux/audit.h>. */
const auditArchitecture = { x64: 0xc000003e, arm64: 0xc00000b7 };
/** Calls of the 32-bit ABI on x86-64 have this bit. */
const x32Bit = 0x40000000;
const cloneThread = 0x00010000;
const prSetName = 15;
const prSetVma = 0x53564d41;
/** F_DUPFD, F_GETFD, F_SETFD, F_GETFL, F_SETFL; what follows can send signals to other processes. */
const fcntlMax = 4;

/** Of <linux/seccomp.h>. */
const allow = 0x7fff0000;
export const killProcess = 0x80000000;
const refuse = (errno: number) => 0x00050000 | errno;
const eperm = 1;
const enosys = 38;

/** Offsets in `struct seccomp_data`; arguments are read by their lower halves (little endian). */
const numberAt = 0;
const architectureAt = 4;
const argumentAt = (index: number) => 16 + 8 * index;

/** Of <linux/bpf_common.h>. */
const load = 0x20;
const ifEqual = 0x15;
const ifGreater = 0x25;
const ifAtLeast = 0x35;
const ifBits = 0x45;
const give = 0x06;

type Instruction = readonly [code: number, yes: number, no: number, value: number];

/**
 * @param pid of the process, which may signal its own threads (a crash does).
 * @returns the instructions as `struct sock_filter`s, 8 bytes each.
 */
export function allowedCalls(architecture: Architecture, pid: number): Uint8Array {
  const place = architecture === "x64" ? 0 : 1;
  const numbers = Object.values(allowed).flatMap((of) => of[place] ?? []);
  const when = (call: keyof typeof conditional, body: readonly Instruction[]): Instruction[] => [
    [ifEqual, 0, body.length, conditional[call][place]!],
    ...body,
  ];
  /** `test` skips its refusal where it holds. */
  const onlyIf = (index: number, tests: readonly (readonly [number, number])[]): Instruction[] => [
    [load, 0, 0, argumentAt(index)],
    ...tests.map(([code, value], i): Instruction => [code, tests.length - i, 0, value]),
    [give, 0, 0, refuse(eperm)],
    [give, 0, 0, allow],
  ];
  return encoded([
    [load, 0, 0, architectureAt],
    [ifEqual, 1, 0, auditArchitecture[architecture]],
    [give, 0, 0, killProcess],
    [load, 0, 0, numberAt],
    [ifAtLeast, 0, 1, x32Bit],
    [give, 0, 0, refuse(eperm)],
    // Its flags are behind a pointer, which no filter follows: the C library then calls clone.
    ...when("clone3", [[give, 0, 0, refuse(enosys)]]),
    ...when("clone", onlyIf(0, [[ifBits, cloneThread]])),
    ...when("tgkill", onlyIf(0, [[ifEqual, pid]])),
    ...when(
      "prctl",
      onlyIf(0, [
        [ifEqual, prSetName],
        [ifEqual, prSetVma],
      ]),
    ),
    ...when("fcntl", [
      [load, 0, 0, argumentAt(1)],
      [ifGreater, 0, 1, fcntlMax],
      [give, 0, 0, refuse(eperm)],
      [give, 0, 0, allow],
    ]),
    ...numbers.flatMap((number): Instruction[] => [
      [ifEqual, 0, 1, number],
      [give, 0, 0, allow],
    ]),
    [give, 0, 0, refuse(eperm)],
  ]);
}

function encoded(instructions: readonly Instruction[]): Uint8Array {
  const bytes = new DataView(new ArrayBuffer(instructions.length * 8));
  for (const [i, [code, yes, no, value]] of instructions.entries()) {
    bytes.setUint16(i * 8, code, true);
    bytes.setUint8(i * 8 + 2, yes);
    bytes.setUint8(i * 8 + 3, no);
    bytes.setUint32(i * 8 + 4, value, true);
  }
  return new Uint8Array(bytes.buffer);
}
