"""From a .tflite file to its outputs: front end, compiler, linker, and the emulator or the host."""
