"""Convert the voice encoder of Resemblyzer to the ONNX file this package ships.

Needs `torch`, `onnx` and the unpacked wheel `resemblyzer==0.1.4`, none of which the product needs:

    python -m tools.train.convert_voice_encoder PRETRAINED.pt audio/models/voice_encoder.onnx

The network: three LSTM layers of 256 cells over 40 mel bands, a linear layer, ReLU, unit length
(Wan et al. 2018, "Generalized end-to-end loss for speaker verification"). Weights are stored as float16.
"""

# mypy: disable-error-code="import-not-found"
import hashlib
import sys
from pathlib import Path

import numpy as np
import onnx
import torch
from numpy.typing import NDArray
from onnx import TensorProto, helper, numpy_helper

LAYERS = 3
CELLS = 256
MEL_BANDS = 40
# PyTorch keeps the gates as input, forget, cell, output; ONNX wants input, output, forget, cell.
GATE_ORDER = (0, 3, 1, 2)

Weights = dict[str, NDArray[np.float32]]


def reorder_gates(matrix: NDArray[np.float32]) -> NDArray[np.float32]:
    """Put the four gate blocks of a stacked matrix or bias into the order of ONNX."""
    blocks = np.split(matrix, 4, axis=0)
    return np.concatenate([blocks[i] for i in GATE_ORDER], axis=0)


def load_weights(path: Path) -> Weights:
    """Read the checkpoint without running any code it may carry."""
    state = torch.load(path, map_location="cpu", weights_only=True)["model_state"]
    return {name: tensor.numpy() for name, tensor in state.items()}


def half(name: str, values: NDArray[np.float32]) -> tuple[onnx.TensorProto, onnx.NodeProto]:
    """A float16 weight and the node that widens it to float32."""
    tensor = numpy_helper.from_array(values.astype(np.float16), f"{name}_half")
    return tensor, helper.make_node("Cast", [f"{name}_half"], [name], to=TensorProto.FLOAT)


def lstm_layer(weights: Weights, layer: int, source: str) -> tuple[list[onnx.TensorProto], list[onnx.NodeProto]]:
    """Initialisers and nodes of one LSTM layer; output sequence `seq<layer>`, last state `last<layer>`."""
    parts = {
        f"w{layer}": reorder_gates(weights[f"lstm.weight_ih_l{layer}"])[np.newaxis],
        f"r{layer}": reorder_gates(weights[f"lstm.weight_hh_l{layer}"])[np.newaxis],
        f"b{layer}": np.concatenate([reorder_gates(weights[f"lstm.bias_{kind}_l{layer}"]) for kind in ("ih", "hh")])[
            np.newaxis
        ],
    }
    made = [half(name, values) for name, values in parts.items()]
    nodes = [node for _, node in made]
    nodes.append(
        helper.make_node(
            "LSTM", [source, *parts], [f"all{layer}", f"last{layer}"], hidden_size=CELLS, direction="forward"
        )
    )
    nodes.append(helper.make_node("Squeeze", [f"all{layer}", "axis1"], [f"seq{layer}"]))
    return [tensor for tensor, _ in made], nodes


def build_model(weights: Weights) -> onnx.ModelProto:
    """The whole encoder: mels (windows, 160, 40) to voice (windows, 256) of unit length."""
    initialisers = [
        numpy_helper.from_array(np.array([1], dtype=np.int64), "axis1"),
        numpy_helper.from_array(np.array([0], dtype=np.int64), "axis0"),
    ]
    nodes = [helper.make_node("Transpose", ["mels"], ["steps"], perm=[1, 0, 2])]
    source = "steps"
    for layer in range(LAYERS):
        tensors, layer_nodes = lstm_layer(weights, layer, source)
        initialisers += tensors
        nodes += layer_nodes
        source = f"seq{layer}"
    for name, key in (("lw", "linear.weight"), ("lb", "linear.bias")):
        tensor, node = half(name, weights[key])
        initialisers.append(tensor)
        nodes.append(node)
    nodes += [
        helper.make_node("Squeeze", [f"last{LAYERS - 1}", "axis0"], ["state"]),
        helper.make_node("Gemm", ["state", "lw", "lb"], ["raw"], transB=1),
        helper.make_node("Relu", ["raw"], ["positive"]),
        helper.make_node("LpNormalization", ["positive"], ["voice"], axis=1, p=2),
    ]
    graph = helper.make_graph(
        nodes,
        "voice_encoder",
        [helper.make_tensor_value_info("mels", TensorProto.FLOAT, ["windows", "frames", MEL_BANDS])],
        [helper.make_tensor_value_info("voice", TensorProto.FLOAT, ["windows", CELLS])],
        initialisers,
    )
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)], producer_name="")
    model.ir_version = 9
    onnx.checker.check_model(model)
    return model


def main(arguments: list[str]) -> int:
    """Convert ARGUMENTS[0] to ARGUMENTS[1] and print the checksum."""
    if len(arguments) != 2:
        sys.stderr.write("usage: python -m tools.train.convert_voice_encoder PRETRAINED.pt OUT.onnx\n")
        return 2
    source, target = (Path(argument) for argument in arguments)
    data = build_model(load_weights(source)).SerializeToString()
    target.write_bytes(data)
    sys.stdout.write(f"{hashlib.sha256(data).hexdigest()}  {target.name}  {len(data)} bytes\n")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
