# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Numbers of TensorFlow Lite's builtin operators and the fields of their option tables, from its schema.

OPTIONS: for each operator the fields in order (name, struct code, default); a code of None is a field not read here.
"""
OPERATORS = {
    0: "ADD", 1: "AVERAGE_POOL_2D", 2: "CONCATENATION", 3: "CONV_2D", 4: "DEPTHWISE_CONV_2D", 5: "DEPTH_TO_SPACE",
    6: "DEQUANTIZE", 7: "EMBEDDING_LOOKUP", 8: "FLOOR", 9: "FULLY_CONNECTED", 11: "L2_NORMALIZATION",
    12: "L2_POOL_2D", 14: "LOGISTIC", 17: "MAX_POOL_2D", 18: "MUL", 19: "RELU", 20: "RELU_N1_TO_1", 21: "RELU6",
    22: "RESHAPE", 23: "RESIZE_BILINEAR", 25: "SOFTMAX", 26: "SPACE_TO_DEPTH", 27: "SVDF", 28: "TANH", 34: "PAD",
    35: "UNIDIRECTIONAL_SEQUENCE_RNN", 36: "GATHER", 37: "BATCH_TO_SPACE_ND", 38: "SPACE_TO_BATCH_ND",
    39: "TRANSPOSE", 40: "MEAN", 41: "SUB", 42: "DIV", 43: "SQUEEZE", 44: "UNIDIRECTIONAL_SEQUENCE_LSTM",
    45: "STRIDED_SLICE", 47: "EXP", 48: "TOPK_V2", 49: "SPLIT", 50: "LOG_SOFTMAX", 53: "CAST", 54: "PRELU",
    55: "MAXIMUM", 56: "ARG_MAX", 57: "MINIMUM", 58: "LESS", 59: "NEG", 60: "PADV2", 61: "GREATER",
    62: "GREATER_EQUAL", 63: "LESS_EQUAL", 64: "SELECT", 65: "SLICE", 67: "TRANSPOSE_CONV", 69: "TILE",
    70: "EXPAND_DIMS", 71: "EQUAL", 72: "NOT_EQUAL", 73: "LOG", 74: "SUM", 75: "SQRT", 76: "RSQRT", 77: "SHAPE",
    78: "POW", 79: "ARG_MIN", 81: "REDUCE_PROD", 82: "REDUCE_MAX", 83: "PACK", 84: "LOGICAL_OR", 85: "ONE_HOT",
    86: "LOGICAL_AND", 87: "LOGICAL_NOT", 88: "UNPACK", 89: "REDUCE_MIN", 90: "FLOOR_DIV", 91: "REDUCE_ANY",
    92: "SQUARE", 93: "ZEROS_LIKE", 94: "FILL", 95: "FLOOR_MOD", 96: "RANGE", 97: "RESIZE_NEAREST_NEIGHBOR",
    98: "LEAKY_RELU", 99: "SQUARED_DIFFERENCE", 100: "MIRROR_PAD", 101: "ABS", 102: "SPLIT_V", 104: "CEIL",
    105: "REVERSE_V2", 106: "ADD_N", 107: "GATHER_ND", 109: "WHERE", 110: "RANK", 111: "ELU", 112: "REVERSE_SEQUENCE",
    114: "QUANTIZE", 116: "ROUND", 118: "IF", 119: "WHILE", 117: "HARD_SWISH", 122: "SCATTER_ND", 123: "SELECT_V2", 126: "BATCH_MATMUL",
    128: "CUMSUM", 129: "CALL_ONCE", 130: "BROADCAST_TO", 132: "CONV_3D", 140: "REDUCE_ALL", 142: "VAR_HANDLE",
    143: "READ_VARIABLE", 144: "ASSIGN_VARIABLE", 145: "BROADCAST_ARGS", 150: "GELU", 151: "DYNAMIC_UPDATE_SLICE",
    152: "RELU_0_TO_1", 158: "SIGN",
}

PADDINGS = {0: "SAME", 1: "VALID"}
ACTIVATIONS = {0: "NONE", 1: "RELU", 2: "RELU_N1_TO_1", 3: "RELU6"}

_ARITHMETIC = (("activation", "b", 0), ("pot_scale_int16", "?", True))
_POOL = (("padding", "b", 0), ("stride_w", "i", 0), ("stride_h", "i", 0), ("filter_w", "i", 0), ("filter_h", "i", 0),
         ("activation", "b", 0))
_REDUCER = (("keep_dims", "?", False),)

OPTIONS = {
    "ADD": _ARITHMETIC,
    "SUB": _ARITHMETIC,
    "MUL": (("activation", "b", 0),),
    "DIV": (("activation", "b", 0),),
    "AVERAGE_POOL_2D": _POOL,
    "MAX_POOL_2D": _POOL,
    "CONCATENATION": (("axis", "i", 0), ("activation", "b", 0)),
    "CONV_2D": (("padding", "b", 0), ("stride_w", "i", 0), ("stride_h", "i", 0), ("activation", "b", 0),
                ("dilation_w", "i", 1), ("dilation_h", "i", 1)),
    "DEPTHWISE_CONV_2D": (("padding", "b", 0), ("stride_w", "i", 0), ("stride_h", "i", 0), ("depth_multiplier", "i", 0),
                          ("activation", "b", 0), ("dilation_w", "i", 1), ("dilation_h", "i", 1)),
    "TRANSPOSE_CONV": (("padding", "b", 0), ("stride_w", "i", 0), ("stride_h", "i", 0), ("activation", "b", 0)),
    "FULLY_CONNECTED": (("activation", "b", 0), ("weights_format", "b", 0), ("keep_num_dims", "?", False)),
    "BATCH_MATMUL": (("adj_x", "?", False), ("adj_y", "?", False)),
    "SOFTMAX": (("beta", "f", 0.0),),
    "L2_NORMALIZATION": (("activation", "b", 0),),
    "RESHAPE": (),
    "RESIZE_BILINEAR": (("", None, 0), ("", None, 0), ("align_corners", "?", False), ("half_pixel", "?", False)),
    "RESIZE_NEAREST_NEIGHBOR": (("align_corners", "?", False), ("half_pixel", "?", False)),
    "SPACE_TO_DEPTH": (("block", "i", 0),),
    "DEPTH_TO_SPACE": (("block", "i", 0),),
    "GATHER": (("axis", "i", 0), ("batch_dims", "i", 0)),
    "MEAN": _REDUCER,
    "SUM": _REDUCER,
    "REDUCE_MAX": _REDUCER,
    "REDUCE_MIN": _REDUCER,
    "STRIDED_SLICE": (("begin_mask", "i", 0), ("end_mask", "i", 0), ("ellipsis_mask", "i", 0), ("new_axis_mask", "i", 0),
                      ("shrink_axis_mask", "i", 0)),
    "SPLIT": (("count", "i", 0),),
    "SPLIT_V": (("count", "i", 0),),
    "PACK": (("count", "i", 0), ("axis", "i", 0)),
    "UNPACK": (("count", "i", 0), ("axis", "i", 0)),
    "MIRROR_PAD": (("mode", "b", 0),),
    "LEAKY_RELU": (("alpha", "f", 0.0),),
    "SVDF": (("rank", "i", 0), ("activation", "b", 0)),
    "UNIDIRECTIONAL_SEQUENCE_LSTM": (("activation", "b", 0), ("cell_clip", "f", 0.0), ("proj_clip", "f", 0.0),
                                     ("time_major", "?", False)),
    "CALL_ONCE": (("subgraph", "i", 0),),
    "VAR_HANDLE": (("container", "text", ""), ("shared_name", "text", "")),
    "L2_POOL_2D": _POOL,
    "REDUCE_PROD": _REDUCER,
    "REDUCE_ANY": _REDUCER,
    "REDUCE_ALL": _REDUCER,
    "CONV_3D": (("padding", "b", 0), ("stride_d", "i", 0), ("stride_w", "i", 0), ("stride_h", "i", 0), ("activation", "b", 0),
                ("dilation_d", "i", 1), ("dilation_w", "i", 1), ("dilation_h", "i", 1)),
    "UNIDIRECTIONAL_SEQUENCE_RNN": (("time_major", "?", False), ("activation", "b", 0)),
    "CUMSUM": (("exclusive", "?", False), ("reverse", "?", False)),
    "IF": (("then", "i", 0), ("otherwise", "i", 0)),
    "WHILE": (("condition", "i", 0), ("body", "i", 0)),
    "ONE_HOT": (("axis", "i", 0),),
    "REVERSE_SEQUENCE": (("seq_dim", "i", 0), ("batch_dim", "i", 0)),
    "GELU": (("approximate", "?", False),),
}
