// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* A plugin of QEMU's user emulators: prints how many instructions the program executed. */
#include "qemu-plugin-api.h"

#include <stdio.h>

PLUGIN_EXPORT int qemu_plugin_version = 1;

static uint64_t instructions;

static void count_block(qemu_plugin_id_t id, struct qemu_plugin_tb *tb) {
  (void)id;
  qemu_plugin_register_vcpu_tb_exec_inline(tb, QEMU_PLUGIN_INLINE_ADD_U64, &instructions, qemu_plugin_tb_n_insns(tb));
}

static void report(qemu_plugin_id_t id, void *data) {
  (void)id, (void)data;
  fprintf(stderr, "instructions: %llu\n", (unsigned long long)instructions);
}

PLUGIN_EXPORT int qemu_plugin_install(qemu_plugin_id_t id, const qemu_info_t *info, int argc, char **argv) {
  (void)info, (void)argc, (void)argv;
  qemu_plugin_register_vcpu_tb_trans_cb(id, count_block);
  qemu_plugin_register_atexit_cb(id, report, NULL);
  return 0;
}
