/* One thread: its control block is where the start-up code said. */
extern uintptr_t __homing_tp;

static inline uintptr_t __get_tp(void) { return __homing_tp; }

#define MC_PC gregs[REG_RIP]
