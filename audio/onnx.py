"""Opening ONNX networks on one thread of the CPU."""

from pathlib import Path

import onnxruntime
from onnxruntime.capi import onnxruntime_pybind11_state as onnx_state

from audio.errors import ModelMissing

OnnxErrors: tuple[type[Exception], ...] = (
    onnx_state.Fail,
    onnx_state.InvalidArgument,
    onnx_state.InvalidGraph,
    onnx_state.InvalidProtobuf,
    onnx_state.NoSuchFile,
    onnx_state.NotImplemented,
    onnx_state.RuntimeException,
)
"""Exceptions onnxruntime raises; the classes share no base of their own."""


def open_session(path: Path) -> onnxruntime.InferenceSession:
    """Open a network.

    Its memory comes from the C library, which lends the same to all networks (`audio/memory.py`); a store of its own
    would keep the most it ever needed.

    Raises:
        ModelMissing: The file is absent or not a network.
    """
    options = onnxruntime.SessionOptions()
    options.inter_op_num_threads = 1
    options.intra_op_num_threads = 1
    options.log_severity_level = 4
    options.enable_cpu_mem_arena = False
    if not path.is_file():
        raise ModelMissing(
            "The network {name} is not installed.", "Expected it at {path}; install again.", name=path.name, path=path
        )
    try:
        return onnxruntime.InferenceSession(str(path), sess_options=options, providers=["CPUExecutionProvider"])
    except OnnxErrors as exc:
        raise ModelMissing(
            "The network {name} cannot be loaded.", "Replace {path}; install again.", name=path.name, path=path
        ) from exc
