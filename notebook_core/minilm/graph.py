"""Writes all-MiniLM-L6-v2 as an ONNX graph, from the tensors of its PyTorch checkpoint.

The architecture is BERT's (Devlin et al., 2019, https://arxiv.org/abs/1810.04805): embeddings,
then six layers of self-attention and a feed-forward net, each followed by a residual sum and a
layer normalisation. Pooling is left to the caller.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

Weights = Mapping[str, NDArray[Any]]

LAYERS = 6
WIDTH = 384
HEADS = 12
EPSILON = 1e-12
OPSET = 17
IR_VERSION = 8
MASKED = -10_000.0


def build_graph(weights: Weights) -> Any:
    """An `onnx.ModelProto`: `input_ids` and `attention_mask`, int64 of shape (texts, tokens), to
    `last_hidden_state`, float32 of shape (texts, tokens, 384).

    `weights` has the names that the checkpoint gives its tensors.
    """
    from onnx import TensorProto, helper

    graph = _Graph(weights)
    hidden = graph.embeddings("input_ids")
    mask = graph.attention_bias("attention_mask")
    for number in range(LAYERS):
        hidden = graph.layer(f"encoder.layer.{number}", hidden, mask)
    graph.add("Identity", hidden, output="last_hidden_state")

    tokens = ["texts", "tokens"]
    proto = helper.make_graph(
        graph.nodes,
        "all-MiniLM-L6-v2",
        inputs=[
            helper.make_tensor_value_info("input_ids", TensorProto.INT64, tokens),
            helper.make_tensor_value_info("attention_mask", TensorProto.INT64, tokens),
        ],
        outputs=[
            helper.make_tensor_value_info("last_hidden_state", TensorProto.FLOAT, [*tokens, WIDTH])
        ],
        initializer=graph.constants,
    )
    opset = helper.make_opsetid("", OPSET)
    return helper.make_model(proto, opset_imports=[opset], ir_version=IR_VERSION)


def quantise(graph: Any, target: Path) -> None:
    """Write the graph with int8 weights, a scale for each output channel of a matrix.

    Per channel keeps the ranking quality of float32 weights; one scale per matrix doesn't.
    Activations are quantised while it runs, by the range of each batch, so a text's vector depends
    on what else is in its batch.
    """
    from onnxruntime.quantization import quantize_dynamic
    from onnxruntime.quantization.quant_utils import add_pre_process_metadata

    # Shapes are inferred below and there is nothing to fuse: without this mark onnxruntime logs
    # advice to pre-process, through the root logger, which that call would configure.
    add_pre_process_metadata(graph)
    quantize_dynamic(graph, target, per_channel=True)


class _Graph:
    """Nodes and constants, added one after the other; a value is known by its output's name."""

    def __init__(self, weights: Weights) -> None:
        self.weights = weights
        self.nodes: list[Any] = []
        self.constants: list[Any] = []

    def add(self, operator: str, *inputs: str, output: str = "", **attributes: Any) -> str:
        from onnx import helper

        output = output or f"{operator}_{len(self.nodes)}"
        self.nodes.append(
            helper.make_node(operator, inputs, [output], name=f"{output}_node", **attributes)
        )
        return output

    def constant(self, name: str, values: Any, kind: Any = np.float32) -> str:
        from onnx import numpy_helper

        array = np.ascontiguousarray(values, dtype=kind)
        self.constants.append(numpy_helper.from_array(array, name))
        return name

    def embeddings(self, token_ids: str) -> str:
        """Word and position embeddings, summed and normalised.

        A text is never one of a pair here, so its token type is always 0, and that one row is
        added to the positions beforehand.
        """
        words = self.constant("words", self.weights["embeddings.word_embeddings.weight"])
        positions = self.constant(
            "positions",
            self.weights["embeddings.position_embeddings.weight"]
            + self.weights["embeddings.token_type_embeddings.weight"][0],
        )
        length = self.add("Shape", token_ids, start=1, end=2)
        first = self.constant("first", [0], np.int64)
        total = self.add(
            "Add",
            self.add("Gather", words, token_ids),
            self.add("Slice", positions, first, length, first),
        )
        return self.normalised("embeddings.LayerNorm", total)

    def attention_bias(self, attention_mask: str) -> str:
        """0 for tokens that count and a large negative number for padding, per text."""
        axes = self.constant("head_and_query_axes", [1, 2], np.int64)
        mask = self.add("Cast", self.add("Unsqueeze", attention_mask, axes), to=1)
        padding = self.add("Sub", self.constant("one", 1.0), mask)
        return self.add("Mul", padding, self.constant("masked", MASKED))

    def layer(self, name: str, hidden: str, mask: str) -> str:
        attended = self.linear(
            f"{name}.attention.output.dense", self.attention(f"{name}.attention.self", hidden, mask)
        )
        hidden = self.normalised(
            f"{name}.attention.output.LayerNorm", self.add("Add", attended, hidden)
        )
        widened = self.gelu(name, self.linear(f"{name}.intermediate.dense", hidden))
        narrowed = self.linear(f"{name}.output.dense", widened)
        return self.normalised(f"{name}.output.LayerNorm", self.add("Add", narrowed, hidden))

    def attention(self, name: str, hidden: str, mask: str) -> str:
        """Scaled dot-product attention, with the heads side by side."""
        split = self.constant(f"{name}.split", [0, 0, HEADS, WIDTH // HEADS], np.int64)
        joined = self.constant(f"{name}.joined", [0, 0, WIDTH], np.int64)
        scale = self.constant(f"{name}.scale", math.sqrt(WIDTH / HEADS))

        def heads(part: str, order: list[int]) -> str:
            values = self.add("Reshape", self.linear(f"{name}.{part}", hidden), split)
            return self.add("Transpose", values, perm=order)

        query, key = heads("query", [0, 2, 1, 3]), heads("key", [0, 2, 3, 1])
        scores = self.add("Div", self.add("MatMul", query, key), scale)
        shares = self.add("Softmax", self.add("Add", scores, mask), axis=-1)
        values = self.add("MatMul", shares, heads("value", [0, 2, 1, 3]))
        return self.add("Reshape", self.add("Transpose", values, perm=[0, 2, 1, 3]), joined)

    def linear(self, name: str, hidden: str) -> str:
        weight = self.constant(f"{name}.weight", self.weights[f"{name}.weight"].T)
        bias = self.constant(f"{name}.bias", self.weights[f"{name}.bias"])
        return self.add("Add", self.add("MatMul", hidden, weight), bias)

    def normalised(self, name: str, hidden: str) -> str:
        scale = self.constant(f"{name}.weight", self.weights[f"{name}.weight"])
        bias = self.constant(f"{name}.bias", self.weights[f"{name}.bias"])
        return self.add("LayerNormalization", hidden, scale, bias, axis=-1, epsilon=EPSILON)

    def gelu(self, name: str, hidden: str) -> str:
        """x · (1 + erf(x / √2)) / 2 (Hendrycks and Gimpel, 2016, arXiv:1606.08415), in the order
        of operations that onnxruntime recognises and runs as one."""
        root = self.constant(f"{name}.gelu.root", math.sqrt(2))
        one = self.constant(f"{name}.gelu.one", 1.0)
        half = self.constant(f"{name}.gelu.half", 0.5)
        error = self.add("Erf", self.add("Div", hidden, root))
        return self.add("Mul", self.add("Mul", hidden, self.add("Add", error, one)), half)
