"""A suite with a test of each result, for check-lit.test."""
import lit.formats

config.name = "results"
config.test_format = lit.formats.ShTest(execute_external=False)
config.suffixes = [".test"]
config.test_exec_root = lit_config.params["RESULTS"]
