// The exports of the engine's WebAssembly, and how the host calls it: with boxed values and UTF-8.

/** A value inside the engine: the address of its box, which `free` releases. */
export type EngineValue = number;

/** The exports of `quickjs-wasi/quickjs.wasm` that are used here; addresses and lengths in bytes. */
export interface QuickJs {
  memory: WebAssembly.Memory;
  __stack_pointer: WebAssembly.Global<"i32">;
  _initialize(): void;
  wasm_malloc(bytes: number): number;
  wasm_free(address: number): void;
  qjs_get_quickjs_version(): number;
  qjs_init2(intrinsics: number): number;
  qjs_set_max_stack_size(bytes: number): void;
  qjs_set_memory_limit(bytes: number): void;
  qjs_set_interrupt_handler(enabled: number): void;
  qjs_eval(source: number, bytes: number, name: number, flags: number): EngineValue;
  qjs_call(target: EngineValue, self: EngineValue, count: number, list: number): EngineValue;
  qjs_new_string(address: number, bytes: number): EngineValue;
  qjs_new_host_function(name: number, bytes: number, parameters: number): EngineValue;
  qjs_get_undefined(): EngineValue;
  qjs_get_string_len(value: EngineValue, length: number): number;
  qjs_free_cstring(address: number): void;
  qjs_get_prop_string(value: EngineValue, name: number): EngineValue;
  qjs_free_value(value: EngineValue): void;
  qjs_is_exception(value: EngineValue): number;
  qjs_is_string(value: EngineValue): number;
  qjs_get_exception(): EngineValue;
  qjs_is_job_pending(): number;
  qjs_execute_pending_job(): number;
}

/** The result of evaluating or calling: a value, or what was thrown. */
export type Completion = { ok: true; value: EngineValue } | { ok: false; error: EngineValue };

/** An error of the engine in texts; empty if it has none. */
export interface EngineError {
  name: string;
  message: string;
  stack: string;
}

const compileOnly = 32;

/** Evaluates a script as `name`, or only compiles it. */
export function evaluate(
  vm: QuickJs,
  source: string,
  { name, onlyCompile = false }: { name: string; onlyCompile?: boolean },
): Completion {
  return withText(vm, source, (address, bytes) =>
    withText(vm, name, (nameAddress) =>
      completionOf(vm, vm.qjs_eval(address, bytes, nameAddress, onlyCompile ? compileOnly : 0)),
    ),
  );
}

/** Calls a function of the engine with up to a few arguments, which stay the caller's. */
export function callFunction(vm: QuickJs, target: EngineValue, ...args: EngineValue[]): Completion {
  const list = allocate(vm, Math.max(1, args.length) * 4);
  new Uint32Array(vm.memory.buffer, list, args.length).set(args);
  const self = vm.qjs_get_undefined();
  const result = vm.qjs_call(target, self, args.length, list);
  vm.wasm_free(list);
  releaseValue(vm, self);
  return completionOf(vm, result);
}

/** Copies a text into the engine. */
export function createTextValue(vm: QuickJs, text: string): EngineValue {
  return withText(vm, text, (address, bytes) => vm.qjs_new_string(address, bytes));
}

/** Creates the one function by which the engine's code calls the host. */
export function createHostFunction(vm: QuickJs, name: string): EngineValue {
  return withText(vm, name, (address, bytes) => vm.qjs_new_host_function(address, bytes, 2));
}

/** Copies a text out of the engine; empty for anything that is not a text. */
export function readText(vm: QuickJs, value: EngineValue): string {
  if (vm.qjs_is_string(value) === 0) return "";
  const lengthAddress = allocate(vm, 4);
  const address = vm.qjs_get_string_len(value, lengthAddress);
  const bytes = new DataView(vm.memory.buffer).getUint32(lengthAddress, true);
  vm.wasm_free(lengthAddress);
  if (address === 0) throw usedUp();
  const text = Buffer.from(vm.memory.buffer, address, bytes).toString("utf8");
  vm.qjs_free_cstring(address);
  return text;
}

/** Reads a property; one that throws or does not exist is undefined. */
export function readProperty(vm: QuickJs, value: EngineValue, name: string): EngineValue {
  const property = withText(vm, name, (address) => vm.qjs_get_prop_string(value, address));
  if (vm.qjs_is_exception(property) === 0) return property;
  releaseValue(vm, property);
  releaseValue(vm, vm.qjs_get_exception());
  return vm.qjs_get_undefined();
}

/** Reads an error's texts, without conversions that its own code could answer. */
export function readError(vm: QuickJs, error: EngineValue): EngineError {
  const textOf = (name: string) => {
    const property = readProperty(vm, error, name);
    const text = readText(vm, property);
    releaseValue(vm, property);
    return text;
  };
  return { name: textOf("name"), message: textOf("message"), stack: textOf("stack") };
}

/** Runs at most so many jobs of promises; their errors are ignored. */
export function runJobs(vm: QuickJs, most: number): void {
  for (let count = 0; count < most && hasJob(vm); count += 1) {
    if (vm.qjs_execute_pending_job() < 0) releaseValue(vm, vm.qjs_get_exception());
  }
}

/** Whether a job of a promise waits to be run. */
export function hasJob(vm: QuickJs): boolean {
  return vm.qjs_is_job_pending() !== 0;
}

/** Releases a value of the engine. */
export function releaseValue(vm: QuickJs, value: EngineValue): void {
  vm.qjs_free_value(value);
}

function completionOf(vm: QuickJs, result: EngineValue): Completion {
  if (result === 0) throw usedUp();
  if (vm.qjs_is_exception(result) === 0) return { ok: true, value: result };
  releaseValue(vm, result);
  return { ok: false, error: vm.qjs_get_exception() };
}

/** Lends the engine a text for a call, with the terminating NUL that it expects. */
function withText<Result>(
  vm: QuickJs,
  text: string,
  use: (address: number, bytes: number) => Result,
): Result {
  const bytes = Buffer.byteLength(text);
  const address = allocate(vm, bytes + 1);
  const room = Buffer.from(vm.memory.buffer, address, bytes + 1);
  room.write(text, "utf8");
  room[bytes] = 0;
  const result = use(address, bytes);
  vm.wasm_free(address);
  return result;
}

function allocate(vm: QuickJs, bytes: number): number {
  const address = vm.wasm_malloc(bytes);
  if (address === 0) throw usedUp();
  return address;
}

function usedUp(): RangeError {
  return new RangeError("The memory of the sandbox is used up.");
}
